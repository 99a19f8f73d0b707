import type { Mutation } from './mutation.ts'
import { unreachable } from './unreachable.ts'

const rule =
  (file: string) =>
  (name: string, find: string, replace: string): Mutation => ({
    name,
    file: `engine/src/protocol/${file}.ts`,
    find,
    replace
  })
const granting = rule('grant')
const admitting = rule('admit')
const progressing = rule('turn-progress')
const ending = rule('turn-end')
const queueing = rule('queue')
const reading = rule('slot')

/** The rules of SQLite: those of the engine's protocol, each broken in one place. */
export const protocolMutations: readonly Mutation[] = [
  granting('a grant that any fence fits', 'head.fence === key.fence &&', ''),
  progressing('a second reply that counts', 'if (earlier !== undefined)', 'if (false)'),
  ending('a commit that goes twice', "record.state === 'entered' && record.turn", 'null'),
  admitting('a key that fits any request', 'record.fingerprint !== request.fingerprint', 'false'),
  ending(
    'a commit that forgets the queue',
    'grantNext(slot, advanced, key.owner, request.next)',
    'null'
  ),
  admitting(
    'clients that may have seen anything',
    'request.seen !== null && regressed',
    'false && regressed'
  ),
  granting('a grant that any version fits', 'head.version === key.base', 'true'),
  granting('a grant that any turn fits', 'head.tid === key.tid &&', ''),
  granting('a grant that any worker may use', 'head.lease?.owner === key.owner &&', ''),
  granting('a fence that stays', 'Math.max(head.fence + 1, slot.wall * 1000)', 'head.fence'),
  granting(
    'a fence that trusts the clock',
    'Math.max(head.fence + 1, slot.wall * 1000)',
    'slot.wall * 1000'
  ),
  granting('a lease that never ends', 'head.lease.until > slot.now', 'true'),
  granting('a lease that holds nobody off', 'head.lease.until > slot.now', 'false'),
  granting('attempts that are not counted', 'record.attempts + 1', '1'),
  granting(
    'a stop that hits the next turn',
    'head.tid === record.tid && head.cancel',
    'head.cancel'
  ),
  granting(
    'a queue that keeps who was granted',
    'head.queue.filter(tid => tid !== record.tid)',
    'head.queue'
  ),
  progressing('one reply for all asks', 'kept.ask === reply.ask', 'true'),
  progressing('a journal for any version', ' || record.base !== key.base', ''),
  progressing('a journal that stays open', 'ended(record) || ', ''),
  progressing('a late reply that is dropped', 'slot.putRecord({ ...record, late: reply })', ''),
  progressing(
    'a mark that anybody can make',
    "heldBy(slot, key) === null || record === null) return 'lost'",
    "record === null) return 'lost'"
  ),
  progressing(
    'a renewal that anybody can make',
    'const head = heldBy(slot, key)\n  if (head === null) return',
    'const head = headFor(slot, key.address)\n  if (head === null) return'
  ),
  progressing('an admission that anybody takes back', 'head.lease?.owner !== owner', 'false'),
  progressing(
    'an admission that is taken back with its mark left',
    "record.attempts === 1 && record.state === 'asking'",
    'false'
  ),
  progressing(
    'a takeover that is taken back with the mark before it',
    "record.attempts === 1 && record.state === 'asking'",
    "record.state === 'asking'"
  ),
  {
    ...ending('an entry that follows anything', 'entry.previous !== head.hash', 'false'),
    equivalent: unreachable
  },
  ending(
    'an erasure without a tombstone',
    'slot.bury(expiry(slot.wall, slot.retention.idempotency))',
    ''
  ),
  ending('a stop that nobody keeps', 'slot.putHead({ ...head, cancel: true })', ''),
  admitting(
    'a tombstone that opens',
    "if (slot.tombstone()) return { kind: 'gone' }\n  const found",
    'const found'
  ),
  admitting('orphans that are passed over', 'if (!leased(slot, head))', 'if (false)'),
  admitting(
    'keys that are new once their record is gone',
    'request.seen && slot.entryOf(request.tid, request.seen.version)',
    'null'
  ),
  admitting('a seen version of any content', 'return seen.hash !== hash', 'return false'),
  admitting('a mark on any head', 'ahead.head.hash === head.hash', 'true'),
  admitting('a mark without an entry', "head.hash !== '' && ", ''),
  admitting('a mark that nobody keeps', 'asked(started, ahead.mark)', 'started'),
  queueing('waiting turns that wait for ever', 'record.expiresAt <= slot.wall', 'false'),
  queueing('a queue of seventeen', 'queueLimit = 16', 'queueLimit = 17'),
  reading('nothing that ever ends', 'retention === null ? null : wall + retention', 'null'),
  reading('conversations for everybody', 'user === address.user && ', '')
]
