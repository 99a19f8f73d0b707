-- Where reading begins that begins with a turn: the event before its first one, or the newest when it
-- has not begun. A beginning that is not kept any more is said.
local function idOf(events)
  return events[1] and events[1][1] or '0'
end
local begun = visible() and redis.call('HGET', recordKey(ARGV[FIRST]), 'eb')
local newest = idOf(redis.call('XREVRANGE', EVENTS, '+', '-', 'COUNT', 1))
if not begun then return { 'at', newest } end
if #redis.call('XRANGE', EVENTS, begun, begun) == 0 then return { 'unknown', newest } end
return { 'at', idOf(redis.call('XREVRANGE', EVENTS, '(' .. begun, '-', 'COUNT', 1)) }
