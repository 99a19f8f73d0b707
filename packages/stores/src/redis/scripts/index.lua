-- Puts conversations where they belong in an index, and keeps the index as long as what it lists.
local which, ttl = unpack(ARGV)
local command = { 'ZADD', KEYS[1], unpack(ARGV, 3) }
if which == 'new' then table.insert(command, 3, 'NX') end
redis.call(unpack(command))
if tonumber(ttl) > 0 then
  redis.call('PEXPIRE', KEYS[1], ttl)
else
  redis.call('PERSIST', KEYS[1])
end
return { 'done' }
