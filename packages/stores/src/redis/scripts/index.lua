-- Puts a conversation where it belongs in an index, and keeps the index as long as what it lists.
local score, member, condition, ttl = unpack(ARGV)
if condition == 'new' then
  redis.call('ZADD', KEYS[1], 'NX', score, member)
else
  redis.call('ZADD', KEYS[1], score, member)
end
if tonumber(ttl) > 0 then
  redis.call('PEXPIRE', KEYS[1], ttl)
else
  redis.call('PERSIST', KEYS[1])
end
return { 'done' }
