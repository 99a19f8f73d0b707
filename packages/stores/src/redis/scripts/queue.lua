local function endWaiting(tid, failure)
  redis.call('LREM', QUEUE, 0, tid)
  endRecord(tid, 's', 'failed-final', 'fl', failure)
end

-- Ends the waiting turns whose time is over, and forgets those whose record is gone. Whoever is about
-- to grant looks first: a message that nobody waits for any more must not be sent, and must not hold
-- up the others. Returns who waits.
local function dropOverdue()
  local waiting = {}
  for _, tid in ipairs(queued) do
    local record = redis.call('HMGET', recordKey(tid), 's', 'ex')
    if not record[1] then
      redis.call('LREM', QUEUE, 0, tid)
    elseif tonumber(record[2]) <= now then
      endWaiting(tid, waitedTooLong)
    else
      waiting[#waiting + 1] = tid
    end
  end
  return waiting
end

-- A turn in flight whose record is gone (evicted, or removed by hand) can never be finished.
local function forgetLost()
  if head.tid and not leased() and redis.call('EXISTS', recordKey(head.tid)) == 0 then idle() end
end

-- Grants the head of the queue to the worker that has just finished a turn; without a lease it leaves
-- that to the request of the turn. The turn that has ended remembers both fences, so that a repeat of
-- its end is recognised.
local function grantNext(tid, owner, lease)
  local first = dropOverdue()[1]
  if first and lease ~= '' then
    grant(first, owner, tonumber(lease))
    redis.call('HSET', recordKey(tid), 'en', digits(head.fence))
    return granted()
  end
  if first then return 'waiting' end
  rest()
  return 'idle'
end
