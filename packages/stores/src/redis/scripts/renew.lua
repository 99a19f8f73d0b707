-- Keeps the lease alive and tells whether to stop.
local tid, owner, fence, base, lease = unpack(ARGV, FIRST)
if not held(tid, owner, fence, base) then return { 'lost' } end
redis.call('HSET', HEAD, 'lu', digits(now + lease))
return { 'renewed', head.cancel and 1 or 0 }
