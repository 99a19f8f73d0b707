-- Keeps the raw reply. Not gated by the fence: the first reply of an ask wins, whoever brings it.
local tid, base, ask, reply, digest = unpack(ARGV, FIRST)
local key = recordKey(tid)
local record = visible() and redis.call('HMGET', key, 's', 'bv', 'l', 'ro', 'r:' .. ask)
if not record or not record[1] then return { 'gone' } end

local ended = record[1] == 'entered' or record[1] == 'failed-final' or record[1] == 'failed-retryable'
if ended or record[2] ~= base then
  if not record[3] then redis.call('HSET', key, 'l', reply) end
  return { 'late' }
end
if record[5] then return { 'earlier', record[5] } end
local order = record[4] and record[4] .. ' ' .. ask or ask
redis.call('HSET', key, 's', 'replied', 'r:' .. ask, reply, 'd:' .. ask, digest, 'ro', order)
return { 'kept' }
