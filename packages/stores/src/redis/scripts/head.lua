-- The head as its owner may see it.
if not visible() then return { 'nothing' } end
return { 'head', redis.call('HGETALL', HEAD), redis.call('LRANGE', QUEUE, 0, -1) }
