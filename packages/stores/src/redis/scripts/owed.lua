-- What the conversation's outlets have not heard of yet.
if not head or head.user ~= user or not head.owed then return { 'nothing' } end
return { 'owed', head.owed, unpack(redis.call('HMGET', HEAD, 'da', 'dd')) }
