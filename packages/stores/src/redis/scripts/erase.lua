-- Removes everything of a conversation and leaves a contentless tombstone.
if not visible() then return { 'unknown' } end
clear()
redis.call('UNLINK', EVENTS)
redis.call('SET', TOMBSTONE, '')
keepUntil(TOMBSTONE, after(idempotencyTtl))
redis.call('PUBLISH', EVENTS, '')
redis.call('PUBLISH', stops, EVENTS)
return { 'erased' }
