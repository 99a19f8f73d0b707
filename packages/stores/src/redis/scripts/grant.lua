local function leased()
  return head.owner and head.leaseUntil > now
end

-- A grant as it is told: the turn in flight, and what its conversation looks like now.
local function granted()
  local queue = #queued > 0 and redis.call('LRANGE', QUEUE, 0, -1) or {}
  return { redis.call('HGETALL', HEAD), queue, redis.call('HGETALL', recordKey(head.tid)) }
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

-- Gives a worker the right to advance the conversation by this turn, under a new fence. A turn that has
-- no record yet brings what is new of it, which has the last word.
local function grant(tid, owner, lease, new)
  head.fence = math.max(head.fence + 1, micros)
  redis.call(
    'HSET', HEAD, 'f', digits(head.fence), 'o', owner, 'lu', digits(now + lease), 't', tid,
    'ex', digits(head.expires), 'mk', head.mark or ''
  )
  -- A stop is meant for the turn in flight and stays with it when it is taken over.
  if head.cancel and head.tid ~= tid then redis.call('HDEL', HEAD, 'cx') end
  head.tid, head.owner = tid, owner
  if #queued > 0 then redis.call('LREM', QUEUE, 0, tid) end

  local key = recordKey(tid)
  local record = new and { 'started', 0 } or redis.call('HMGET', key, 's', 'a', 'wf', 'eb')
  local attempts = record[2] + 1
  local event = attempts == 1 and 'turn-started' or 'restart'
  local id = emit(tid, string.format('{"event":"%s","data":{"turn":%.0f}}', event, head.version + 1))
  -- What has been sent was built by the workflow of then; before that the turn follows its conversation.
  local sent = record[1] == 'asking' or record[1] == 'replied'
  redis.call(
    'HSET', key,
    's', sent and record[1] or 'started',
    'wf', sent and record[3] or head.workflow,
    'bv', digits(head.version),
    'a', attempts,
    'eb', attempts > 1 and record[4] or id,
    'ex', '',
    unpack(new or {})
  )
  hold(tid)
end

-- Ends the turn in flight, whatever came of it.
local function idle()
  redis.call('HDEL', HEAD, 'o', 'lu', 't', 'cx')
  head.tid, head.owner, head.cancel = false, false, false
end
