-- Asks the holder of the turn in flight to stop.
if not visible() or not head.tid then return { 'nothing' } end
redis.call('HSET', HEAD, 'cx', '1')
redis.call('PUBLISH', stops, EVENTS)
return { 'asked' }
