-- Ends a turn without an entry, because nothing has been done.
local tid, owner, fence, base, nextLease, recordState, failure, event = unpack(ARGV, FIRST)
local key = recordKey(tid)
if buried() then return { 'gone' } end
local record = visible() and redis.call('HMGET', key, 's', 'fl')
if not record or not record[1] then return { 'lost' } end

-- A second failure answers with the first.
if record[1] == 'failed-final' or record[1] == 'failed-retryable' then
  return { 'ended', record[2], record[1], grantedWith(tid, owner, fence) }
end
if not held(tid, owner, fence, base) then return { 'lost' } end
idle()
endRecord(tid, 's', recordState, 'fl', failure, 'ef', fence)
emit(tid, event)
return { 'failed', grantNext(tid, owner, nextLease), head.mark }
