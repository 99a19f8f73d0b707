-- Whether this grant still holds. A lease that ran out holds until somebody takes the turn over; then
-- the fence has risen.
local function held(tid, owner, fence, base)
  return visible()
    and head.tid == tid
    and head.fence == tonumber(fence)
    and head.owner == owner
    and head.version == tonumber(base)
end

local function release()
  redis.call('HDEL', HEAD, 'o', 'lu')
  head.owner = false
end
