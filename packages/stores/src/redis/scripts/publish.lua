-- Keeps what is said within a turn, and wakes who listens. Begins no stream: after an erasure nothing
-- is kept.
local EVENTS = KEYS[1]
local tid, event, most, kept = unpack(ARGV)
local id
if tid == '' then
  id = redis.call('XADD', EVENTS, 'NOMKSTREAM', 'MAXLEN', '~', most, '*', 'e', event)
else
  id = redis.call('XADD', EVENTS, 'NOMKSTREAM', 'MAXLEN', '~', most, '*', 't', tid, 'e', event)
end
if not id then return { 'dropped' } end
redis.call('PEXPIRE', EVENTS, kept)
redis.call('PUBLISH', EVENTS, '')
return { 'kept', id }
