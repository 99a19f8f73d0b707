-- A script has no rollback: a key of another type must be met before anything is written.
redis.call('XLEN', HISTORY)
redis.call('ZCARD', TURNS)
redis.call('XLEN', EVENTS)
if KEYS[7] then redis.call('HLEN', KEYS[7]) end
local queued = redis.call('LRANGE', QUEUE, 0, -1)
