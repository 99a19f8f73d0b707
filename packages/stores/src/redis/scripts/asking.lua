-- Marks durably, before the first byte is sent, what is about to be sent.
local tid, owner, fence, base, ask, query, handles = unpack(ARGV, FIRST)
local key = recordKey(tid)
if buried() then return { 'gone' } end
if not held(tid, owner, fence, base) then return { 'lost' } end
local record = redis.call('HMGET', key, 's', 'qn')
if not record[1] then return { 'lost' } end

-- A mark that comes again takes the place of the one before, and of those after it.
local count = tonumber(record[2] or '0')
local place = math.min(tonumber(ask), count)
for later = place + 1, count - 1 do redis.call('HDEL', key, 'q:' .. later) end
redis.call('HSET', key, 's', 'asking', 'q:' .. place, query, 'qn', place + 1, 'hd', handles)
return { 'marked' }
