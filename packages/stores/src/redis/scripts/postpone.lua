-- Counts a failed attempt on an entry and says when the next is due; without a time it waits to be told.
local from, delay = unpack(ARGV, FIRST)
if not head or head.user ~= user or head.owed ~= from then return { 'nothing' } end
redis.call('HINCRBY', HEAD, 'da', 1)
if delay == '' then
  redis.call('HDEL', HEAD, 'dd')
else
  redis.call('HSET', HEAD, 'dd', digits(now + tonumber(delay)))
end
return { 'done' }
