import { readFileSync } from 'node:fs'
import { storeCases } from '@turnwise/engine/conformance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisCases } from './redis-cases.ts'
import { redisHarness } from './redis-harness.ts'
import { redisForTests } from './redis-server.ts'

let server: Awaited<ReturnType<typeof redisForTests>>
beforeAll(async () => {
  server = await redisForTests()
})
afterAll(() => server.close())

const folder = new URL('../src/redis/scripts/', import.meta.url)
const original = (part: string): string => readFileSync(new URL(`${part}.lua`, folder), 'utf8')

/** Cases that run at once: a mutant is found out by the first that fails, so not all need to run. */
const atOnce = 16

const cases = [...storeCases, ...redisCases]

/** Runs all cases over a store with scripts that are read like this; rejects as soon as one fails. */
const passed = async (readScript: (part: string) => string): Promise<void> => {
  const harness = redisHarness(() => server.url, { readScript })
  for (let first = 0; first < cases.length; first += atOnce)
    await Promise.all(cases.slice(first, first + atOnce).map(({ run }) => run(harness)))
}

/** A part of the scripts, what stands in it, and what stands there in the mutant. */
type Mutant = readonly [part: string, before: string, after: string]

const mutants: Record<string, Mutant> = {
  'a grant that checks no version': ['held', 'and head.version == tonumber(base)', ''],
  'a grant that checks no fence': ['held', 'and head.fence == tonumber(fence)', ''],
  'a grant that checks no owner': ['held', 'and head.owner == owner', ''],
  'a grant that checks no turn': ['held', 'and head.tid == tid', ''],
  'a fence that does not rise': ['grant', 'math.max(head.fence + 1, micros)', 'head.fence + 0'],
  'a fence as Lua writes it': ['slot', "string.format('%.0f', number)", 'tostring(number)'],
  'a lease that never ends': ['grant', 'head.owner and head.leaseUntil > now', 'head.owner'],
  'a lease that never holds': ['grant', 'head.owner and head.leaseUntil > now', 'false'],
  'a stop that outlives its turn': ['grant', "redis.call('HDEL', HEAD, 'cx') end", 'end'],
  'a granted turn that stays in the queue': ['grant', "redis.call('LREM', QUEUE, 0, tid)", ''],
  'a turn that keeps the workflow of its admission': [
    'grant',
    'sent and record[3] or head.workflow',
    'record[3]'
  ],
  'a grant that tells nobody of the turn': ['grant', "'turn-started'", "'restart'"],
  'a next grant for whoever asks again': [
    'grant',
    'ending[1] == fence\n    and ending[2]',
    'ending[2]'
  ],
  'a next grant that somebody else has by now': [
    'grant',
    'and tonumber(ending[2]) == head.fence',
    ''
  ],
  'a renewal that checks no fence': ['renew', 'not held(tid, owner, fence, base)', 'not visible()'],
  'a mark for any head': ['admit', 'aheadHash == head.hash', 'true'],
  'a mark for a head that has no entry': ['admit', "aheadHash ~= '' and aheadHash", 'aheadHash'],
  'a mark that is only told': ['admit', "'s', 'asking', 'q:0'", "'q:0'"],
  'a renewal that renews nothing': [
    'renew',
    "redis.call('HSET', HEAD, 'lu', digits(now + lease))",
    ''
  ],
  'a renewal that tells nobody to stop': ['renew', 'head.cancel and 1 or 0', '0'],
  'a mark that checks no fence': ['asking', 'not held(tid, owner, fence, base)', 'not visible()'],
  'a mark that forgets the one before': ['asking', 'math.min(tonumber(ask), count)', '0'],
  'a mark that changes no state': ['asking', "'s', 'asking', ", ''],
  'a journal that looks at no version': ['journal', 'ended or record[2] ~= base', 'ended'],
  'a journal that looks at no end': ['journal', 'ended or record[2] ~= base', 'record[2] ~= base'],
  'a journal that looks at no ask': ['journal', "'r:' .. ask)", "'r:0')"],
  'a second reply that counts': [
    'journal',
    "if record[5] then return { 'earlier', record[5] } end",
    ''
  ],
  'a commit on whatever was heard': [
    'commit',
    "if redis.call('HGET', key, 'd:' .. ask) ~=",
    "if ''=="
  ],
  'a commit on another reply than the first': [
    'commit',
    "redis.call('HGET', key, 'd:' .. ask) ~= digest",
    "not redis.call('HGET', key, 'd:' .. ask)"
  ],
  'a commit on what was never journaled': [
    'commit',
    "redis.call('HGET', key, 'd:' .. ask) ~= digest",
    "(redis.call('HGET', key, 'd:' .. ask) or digest) ~= digest"
  ],
  'a journal that drops late replies': [
    'journal',
    "if not record[3] then redis.call('HSET', key, 'l', reply) end",
    ''
  ],
  'a late reply that takes the place of another': [
    'journal',
    'if not record[3] then',
    'if true then'
  ],
  'a commit that can be made twice': ['commit', "if record[1] == 'entered' then", 'if false then'],
  'a commit that numbers entries by time': ['commit', "turn .. '-0', 't'", "'*', 't'"],
  'a commit that forgets the queue': [
    'commit',
    'grantNext(tid, owner, nextLease)',
    "grantNext(tid, owner, '')"
  ],
  'a commit that keeps the turn in flight': ['commit', 'idle()\n', ''],
  'a commit that keeps no workflow': ['commit', "'wf', workflow, ", ''],
  'a failure that can be made twice': ['fail', "if record[1] == 'failed-final' or", 'if false and'],
  'a failure that forgets the queue': [
    'fail',
    'grantNext(tid, owner, nextLease)',
    "grantNext(tid, owner, '')"
  ],
  'a failure that checks no fence': ['fail', 'not held(tid, owner, fence, base)', 'false'],
  'a record that keeps what its entry has': ['slot', "{ 'fp',", "{ 'in', 'hd', 'fp',"],
  'a release that counts': ['release', "redis.call('HINCRBY', key, 'a', -1)", ''],
  'a release that anybody can make': ['release', 'held(tid, owner, fence, base) and', ''],
  'an admission that anybody takes back': ['retract', 'head.owner == owner', 'head.owner'],
  'an admission that somebody else takes back': ['retract', 'visible() and head.tid', 'head.tid'],
  'an admission that is taken back and counts': [
    'retract',
    "redis.call('HINCRBY', key, 'a', -1)",
    ''
  ],
  'an admission that is taken back and kept': ['retract', '    release()\n', ''],
  'an admission that is taken back with its mark': [
    'retract',
    "record[1] == 'asking' and record[2] == '1'",
    'false'
  ],
  'a takeover that is taken back with the mark before it': [
    'retract',
    "record[1] == 'asking' and record[2] == '1'",
    "record[1] == 'asking'"
  ],
  'an admission that ignores the fingerprint': ['admit', 'record[2] ~= fingerprint', 'false'],
  'an admission that ignores what was seen': ['admit', 'if hash ~= seenHash then', 'if false then'],
  'an admission that looks for no entry': [
    'admit',
    "seenVersion ~= '' and entryOfTurn(tonumber(seenVersion))",
    'nil'
  ],
  'an admission that starts what failed for good': [
    'admit',
    "if recordState == 'failed-final'",
    'if false'
  ],
  'an admission that runs a key again': ['admit', "if recordState == 'entered'", 'if false'],
  'an admission that opens over what is left': ['admit', '  clear()\n', ''],
  'an admission that passes orphans over': ['admit', 'if not leased() then', 'if false then'],
  'an admission that passes the queue over': ['admit', 'queue[1] and queue[1] ~= tid', 'false'],
  'an admission that always drives': ['admit', 'if not drives then', 'if false then'],
  'an admission that rejects nobody': ['admit', "if waiting == 'reject' then", 'if false then'],
  'an admission that interrupts nobody': [
    'admit',
    "if waiting == 'interrupt' then",
    'if false then'
  ],
  'an admission that keeps nobody': ['admit', '  head.expires = after(conversationTtl)\n', ''],
  'a tombstone that nobody looks at': ['admit', 'if buried() then', 'if false then'],
  'an erasure without a tombstone': ['erase', "redis.call('SET', TOMBSTONE, '')", ''],
  'an erasure that keeps what was said': ['erase', "redis.call('UNLINK', EVENTS)", ''],
  'an erasure that keeps the turns': ['slot', "redis.call('UNLINK', recordKey(tid))", ''],
  'an erasure that wakes no holder': ['erase', "redis.call('PUBLISH', stops, EVENTS)", ''],
  'a queue without a limit': ['admit', '#queue >= tonumber(queueLimit)', 'false'],
  'a queue that waits for ever': ['queue', 'tonumber(record[2]) <= now', 'false'],
  'a withdrawal of whatever there is': ['withdraw', "~= 'waiting'", "== 'nothing'"],
  'an adoption of a living turn': ['adopt', '(head.tid and leased())', 'false'],
  'a conversation that belongs to anybody': ['slot', 'and head.user == user', ''],
  'a conversation that goes under its worker': [
    'slot',
    'now + conversationTtl + DAY',
    'now + conversationTtl'
  ],
  'a turn that goes under its worker': [
    'slot',
    'now + math.max(conversationTtl, idempotencyTtl) + DAY',
    'now + idempotencyTtl'
  ],
  'a newer conversation that is written to': ['readable', 'head.schema == schema', 'true'],
  'a damaged conversation that is written to': [
    'readable',
    "string.find(head.state, '^x')",
    'true'
  ],
  'a stop that wakes nobody': ['stop', "redis.call('PUBLISH', stops, EVENTS)", ''],
  'a stop that nobody keeps': ['stop', "redis.call('HSET', HEAD, 'cx', '1')", ''],
  'a word that begins a stream': [
    'publish',
    "'NOMKSTREAM', 'MAXLEN', '~', most, '*', 't'",
    "'MAXLEN', '~', most, '*', 't'"
  ],
  'a word that wakes nobody': ['publish', "redis.call('PUBLISH', EVENTS, '')", ''],
  'a conversation at rest that stays': ['slot', '  keepUntil(HEAD, at)\n', ''],
  'a history that stays': ['slot', '  keepUntil(HISTORY, at)\n', ''],
  'a delivery nobody owes': ['commit', "deliver == '1'", 'false'],
  'a delivery that begins anew with every commit': ['commit', ' and not head.owed', ''],
  'a delivery that everybody claims': ['claim', 'digits(now + hold)', 'digits(now)'],
  'a delivery claimed by strangers': ['claim', 'head.user ~= user or ', ''],
  'a delivery that goes back': ['delivered', ' or through < tonumber(head.owed)', ''],
  'a delivery that expires': ['slot', 'head.owed and math.max', 'false and math.max'],
  'attempts that nobody counts': ['postpone', "redis.call('HINCRBY', HEAD, 'da', 1)", ''],
  'a delivery postponed for another': ['postpone', ' or head.owed ~= from', ''],
  'a turn that stays': ['slot', '  keepUntil(key, at)\n', ''],
  'live events that stay': ['slot', "redis.call('PEXPIRE', EVENTS, HOUR)", ''],
  'a tombstone that stays': ['erase', 'keepUntil(TOMBSTONE, after(idempotencyTtl))', ''],
  'a list of turns that only grows': [
    'admit',
    "redis.call('ZREMRANGEBYSCORE', TURNS, '-inf', digits(now))",
    ''
  ],
  'a mark that is taken away whatever it says': ['unmark', '== ARGV[index + 1]', '~= nil'],
  'a mark that is never taken away': ['unmark', "redis.call('ZREM', KEYS[1], ARGV[index])", ''],
  'an index that stays': ['index', "redis.call('PEXPIRE', KEYS[1], ttl)", ''],
  'an index that takes the opening for the last use': ['index', "which == 'new'", 'false'],
  'events that go on from an id that is not there': ['events', "position ~= '0'", 'false'],
  'events that begin with the newest': ['begin', 'if not begun then', 'if true then'],
  'entries that are cut at the wrong end': ['entries', 'last - tonumber(limit) + 1, 1)', '1)'],
  'orphans that nobody lists': ['unfinished', "'held' or 'left'", "'held' or 'idle'"]
}

/**
 * What a case says of a failure, or the store of what a mutant has left, as against a mutant that cannot
 * even run.
 */
const verdict = /: (expected|took over) |does not follow|cannot be read|was not granted/

describe('the list of cases, over the scripts', () => {
  it('[S4.4] is passed by the scripts as they are', async () => {
    await passed(original)
  })

  it.each(Object.entries(mutants))('[S4.4] is failed by %s', async (_name, mutant) => {
    const [changed, before, after] = mutant
    expect(original(changed)).toContain(before)
    const read = (part: string): string =>
      part === changed ? original(part).replaceAll(before, () => after) : original(part)
    await expect(passed(read)).rejects.toThrow(verdict)
  })
})
