-- Moves on past the entries that have been delivered; never back.
local through = tonumber(ARGV[FIRST])
if not head or head.user ~= user or not head.owed or through < tonumber(head.owed) then
  return { 'nothing' }
end
if through < head.version then
  redis.call('HSET', HEAD, 'df', digits(through + 1), 'da', '0', 'dd', digits(now))
else
  redis.call('HDEL', HEAD, 'df', 'da', 'dd')
  head.owed = nil
  if not head.tid and redis.call('LLEN', QUEUE) == 0 then rest() end
end
return { 'done' }
