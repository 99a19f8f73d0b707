-- Live events after an id. An id that is not kept (trimmed, expired, erased, made up) leaves a gap
-- that nobody would see, so it is said.
local EVENTS = KEYS[1]
local position, exclusive, most = unpack(ARGV)
if position ~= '0' and #redis.call('XRANGE', EVENTS, position, position) == 0 then
  local last = redis.call('XREVRANGE', EVENTS, '+', '-', 'COUNT', 1)[1]
  return { 'unknown', last and last[1] or '0' }
end
local from = position == '0' and '-' or exclusive .. position
return { 'events', redis.call('XRANGE', EVENTS, from, '+', 'COUNT', most) }
