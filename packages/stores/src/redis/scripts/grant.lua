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

-- A grant as it is told: what is in flight now.
local function granted()
  local current = redis.call('HMGET', HEAD, 't', 'o', 'f', 'v')
  current[5] = redis.call('HGETALL', HEAD)
  current[6] = redis.call('LRANGE', QUEUE, 0, -1)
  current[7] = redis.call('HGETALL', recordKey(current[1]))
  return current
end

-- The grant that came with the end of a turn, once more for the worker that ended it: the first answer
-- may have been lost on its way. Nothing for anybody else, and once somebody has taken it over.
local function grantedWith(tid, owner, fence)
  local ending = redis.call('HMGET', recordKey(tid), 'ef', 'en')
  local again = ending[1] == fence
    and ending[2]
    and tonumber(ending[2]) == head.fence
    and head.tid
    and head.owner == owner
  return again and granted() or ''
end

-- Gives a worker the right to advance the conversation by this turn, under a new fence.
local function grant(tid, owner, lease)
  local record = recordKey(tid)
  local fence = math.max(head.fence + 1, micros)
  redis.call('HSET', HEAD, 'f', digits(fence), 'o', owner, 'lu', digits(now + lease), 't', tid)
  -- A stop is meant for the turn in flight and stays with it when it is taken over.
  if head.tid ~= tid then redis.call('HDEL', HEAD, 'cx') end
  redis.call('LREM', QUEUE, 0, tid)
  -- What has been sent was built by the workflow of then; before that the turn follows its conversation.
  local state = redis.call('HGET', record, 's')
  if state ~= 'asking' and state ~= 'replied' then
    redis.call('HSET', record, 's', 'started', 'wf', head.workflow)
  end
  redis.call('HSET', record, 'bv', digits(head.version))
  redis.call('HDEL', record, 'ex')
  redis.call('ZADD', TURNS, '+inf', tid)
  local attempts = redis.call('HINCRBY', record, 'a', 1)
  hold(tid)
  local event = attempts == 1 and 'turn-started' or 'restart'
  local id = emit(tid, string.format('{"event":"%s","data":{"turn":%.0f}}', event, head.version + 1))
  if attempts == 1 then redis.call('HSET', record, 'eb', id) end
  return granted()
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
