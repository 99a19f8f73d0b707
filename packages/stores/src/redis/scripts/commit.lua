-- Appends the entry, advances the head, ends the record and grants the head of the queue.
local tid, owner, fence, base, nextLease, turn, entryTid, previous, hash, at, ref, entry, state, event =
  unpack(ARGV, FIRST)
local key = recordKey(tid)
if buried() then return { 'gone' } end
local record = redis.call('HMGET', key, 's', 'n', 'qn', 'ro')

-- A second commit answers with the first entry.
if record[1] == 'entered' and (not head or head.user == user) then
  local first = entryField(tonumber(record[2]), 'e')
  return first and { 'entered', first } or { 'gone' }
end
if not held(tid, owner, fence, base) or not record[1] then return { 'lost' } end
if entryTid ~= tid or tonumber(turn) ~= head.version + 1 or previous ~= head.hash then
  return { 'broken' }
end

-- The server refuses a number that is there already, before anything else is written.
redis.call('XADD', HISTORY, turn .. '-0', 't', tid, 'h', hash, 'e', entry)
redis.call('HSET', HEAD, 'v', turn, 'hs', hash, 'cr', ref, 'st', state, 'la', at)
head.version, head.hash = tonumber(turn), hash
idle()
touch()

-- The entry has the input, the queries and the replies; the record only leads to it from here on.
redis.call('HSET', key, 's', 'entered', 'n', turn)
for ask = 0, tonumber(record[3] or '0') - 1 do redis.call('HDEL', key, 'q:' .. ask) end
for ask in string.gmatch(record[4] or '', '%S+') do redis.call('HDEL', key, 'r:' .. ask) end
redis.call('HDEL', key, 'qn', 'ro')
endRecord(tid)
emit(tid, event)
return { 'committed', grantNext(owner, nextLease), redis.call('HGET', HEAD, 'mk') }
