-- Whether this grant still holds. A lease that ran out holds until somebody takes the turn over; then
-- the fence has risen.
local function held(tid, owner, fence, base)
  return visible()
    and head.tid == tid
    and head.fence == tonumber(fence)
    and head.owner == owner
    and head.version == tonumber(base)
end

local function leased()
  return head.owner and head.leaseUntil > now
end

-- Gives a worker the right to advance the conversation by this turn, under a new fence.
local function grant(tid, owner, lease)
  local record = recordKey(tid)
  local fence = math.max(head.fence + 1, micros)
  redis.call('HSET', HEAD, 'f', digits(fence), 'o', owner, 'lu', digits(now + lease), 't', tid)
  -- A stop is meant for the turn in flight and stays with it when it is taken over.
  if head.tid ~= tid then redis.call('HDEL', HEAD, 'cx') end
  redis.call('LREM', QUEUE, 0, tid)
  if redis.call('HGET', record, 's') == 'waiting' then redis.call('HSET', record, 's', 'started') end
  redis.call('HSET', record, 'bv', digits(head.version))
  redis.call('HDEL', record, 'ex')
  redis.call('ZADD', TURNS, '+inf', tid)
  local attempts = redis.call('HINCRBY', record, 'a', 1)
  hold(tid)
  local event = attempts == 1 and 'turn-started' or 'restart'
  emit(tid, string.format('{"event":"%s","data":{"turn":%.0f}}', event, head.version + 1))
  return {
    tid,
    owner,
    digits(fence),
    digits(head.version),
    redis.call('HGETALL', HEAD),
    redis.call('LRANGE', QUEUE, 0, -1),
    redis.call('HGETALL', record)
  }
end

local function release()
  redis.call('HDEL', HEAD, 'o', 'lu')
  head.owner = false
end

-- Ends the turn in flight, whatever came of it.
local function idle()
  redis.call('HDEL', HEAD, 't', 'cx')
  release()
  head.tid, head.cancel = false, false
end
