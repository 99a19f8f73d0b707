import type { Mutation } from './mutation.ts'
import { unreachable } from './unreachable.ts'

const script =
  (part: string) =>
  (name: string, find: string, replace: string, equivalent?: string): Mutation => ({
    name,
    file: `${part}.lua`,
    find,
    replace,
    ...(equivalent === undefined ? {} : { equivalent })
  })
const slot = script('slot')
const holding = script('held')
const granting = script('grant')
const admitting = script('admit')
const committing = script('commit')
const journaling = script('journal')
const queueing = script('queue')

/** The rules of Redis: its scripts, each broken in one place. */
export const scriptMutations: readonly Mutation[] = [
  holding('a grant that any fence fits', 'and head.fence == tonumber(fence)', ''),
  journaling(
    'a second reply that counts',
    "if record[5] then return { 'earlier', record[5] } end",
    ''
  ),
  committing('a commit that goes twice', "record[1] == 'entered'", 'false'),
  admitting('a key that fits any request', 'record[2] ~= fingerprint', 'false'),
  committing('a commit that forgets the queue', 'grantNext(tid, owner, nextLease)', "''"),
  admitting('clients that may have seen anything', "if seenVersion ~= '' then", 'if false then'),
  script('renew')(
    'a renewal that anybody can make',
    'not held(tid, owner, fence, base)',
    'not visible()'
  ),
  script('publish')(
    'live events that come back after an erasure',
    "'XADD', EVENTS, 'NOMKSTREAM', 'MAXLEN', '~', most, '*', 't'",
    "'XADD', EVENTS, 'MAXLEN', '~', most, '*', 't'"
  ),
  holding('a grant that any version fits', 'and head.version == tonumber(base)', ''),
  holding('a grant that any turn fits', 'and head.tid == tid\n', '\n'),
  holding(
    'a grant that any worker may use',
    'and head.owner == owner\n    and head.version',
    'and head.version'
  ),
  granting('a fence that stays', 'math.max(head.fence + 1, micros)', 'head.fence'),
  granting('a fence that trusts the clock', 'math.max(head.fence + 1, micros)', 'micros'),
  granting('a lease that never ends', 'head.owner and head.leaseUntil > now', 'head.owner'),
  granting('a lease that holds nobody off', 'head.owner and head.leaseUntil > now', 'false'),
  granting('attempts that are not counted', 'record[2] + 1', '1'),
  granting(
    'a stop that hits the next turn',
    "if head.cancel and head.tid ~= tid then redis.call('HDEL', HEAD, 'cx') end",
    ''
  ),
  granting('a queue that keeps who was granted', "redis.call('LREM', QUEUE, 0, tid)", ''),
  slot('numbers as Lua writes them', "string.format('%.0f', number)", 'tostring(number)'),
  slot(
    'keys that never end',
    "redis.call('PEXPIREAT', key, digits(at))",
    "redis.call('PERSIST', key)"
  ),
  slot('live events that never end', "redis.call('PEXPIRE', EVENTS, HOUR)", ''),
  slot('conversations for everybody', 'and head.user == user\n', '\n'),
  slot('live events that nobody is told of', "redis.call('PUBLISH', EVENTS, '')", ''),
  journaling('one reply for all asks', "'r:' .. ask)", "'r:0')"),
  journaling('a journal for any version', ' or record[2] ~= base', ''),
  journaling('a journal that stays open', 'if ended or', 'if'),
  journaling('a late reply that is dropped', "redis.call('HSET', key, 'l', reply)", ''),
  script('asking')(
    'a mark that anybody can make',
    'not held(tid, owner, fence, base)',
    'not visible()'
  ),
  committing('an entry that follows anything', ' or previous ~= head.hash', '', unreachable),
  script('erase')('an erasure without a tombstone', "redis.call('SET', TOMBSTONE, '')", ''),
  script('stop')('a stop that nobody keeps', "redis.call('HSET', HEAD, 'cx', '1')", ''),
  admitting('a tombstone that opens', "if buried() then return { 'gone' } end", ''),
  admitting('orphans that are passed over', 'if not leased() then', 'if false then'),
  admitting(
    'keys that are new once their record is gone',
    "if entry then return { 'done', entry } end",
    ''
  ),
  admitting('a seen version of any content', 'if hash ~= seenHash then', 'if false then'),
  admitting('a mark on any head', 'aheadHash == head.hash', 'true'),
  admitting('a mark without an entry', "aheadHash ~= '' and aheadHash", 'aheadHash'),
  admitting('a mark that nobody keeps', "'s', 'asking', 'q:0'", "'q:0'"),
  queueing('waiting turns that wait for ever', 'tonumber(record[2]) <= now', 'false'),
  admitting(
    'a queue of seventeen',
    '#queue >= tonumber(queueLimit)',
    '#queue > tonumber(queueLimit)'
  )
]
