-- What is kept of a turn.
local tid = ARGV[FIRST]
return { 'record', visible() and redis.call('HGETALL', recordKey(tid)) or {} }
