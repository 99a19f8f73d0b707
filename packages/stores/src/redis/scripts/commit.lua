-- Appends the entry, advances the head, ends the record and grants the head of the queue.
local tid, owner, fence, base, nextLease, turn, entryTid, previous, hash, at, workflow, ref, entry, state,
  event, deliver, heard = unpack(ARGV, FIRST)
local key = recordKey(tid)
if buried() then return { 'gone' } end
local record = visible() and redis.call('HMGET', key, 's', 'n')
if not record or not record[1] then return { 'lost' } end

-- A second commit answers with the first entry.
if record[1] == 'entered' then
  local first = entryField(tonumber(record[2]), 'e')
  return first and { 'entered', first, grantedWith(tid, owner, fence) } or { 'gone' }
end
if not held(tid, owner, fence, base) then return { 'lost' } end
-- Whoever commits may not have heard yet which replies count.
for ask, digest in string.gmatch(heard, '(%d+):(%S+)') do
  if redis.call('HGET', key, 'd:' .. ask) ~= digest then return { 'unheard' } end
end
if entryTid ~= tid or tonumber(turn) ~= head.version + 1 or previous ~= head.hash then
  return { 'broken' }
end

-- The server refuses a number that is there already, before anything else is written.
redis.call('XADD', HISTORY, turn .. '-0', 't', tid, 'h', hash, 'e', entry)
head.version, head.hash, head.workflow = tonumber(turn), hash, workflow
if deliver == '1' and not head.owed then
  -- Outlets have heard of everything before this turn.
  redis.call('HSET', HEAD, 'df', turn, 'da', '0', 'dd', digits(now))
  head.owed = turn
end
head.expires = after(conversationTtl)
redis.call(
  'HSET', HEAD, 'v', turn, 'hs', hash, 'wf', workflow, 'cr', ref, 'st', state, 'la', at,
  'ex', digits(head.expires)
)
idle()
endRecord(tid, 's', 'entered', 'n', turn, 'ef', fence)
emit(tid, event, turn)
return { 'committed', grantNext(tid, owner, nextLease), head.mark }
