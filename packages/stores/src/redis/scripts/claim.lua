-- Takes on delivering what is due, for a while in which nobody else gets it; that keeps the conversation.
local hold = tonumber(ARGV[FIRST])
if not head or head.user ~= user or not head.owed then return { 'nothing' } end
local attempts, due = unpack(redis.call('HMGET', HEAD, 'da', 'dd'))
-- Without a time it waits to be told.
if not due or tonumber(due) > now then return { 'nothing' } end
head.expires = after(conversationTtl)
redis.call('HSET', HEAD, 'dd', digits(now + hold), 'ex', digits(head.expires))
if not head.tid and redis.call('LLEN', QUEUE) == 0 then rest() end
return { 'claimed', head.owed, attempts }
