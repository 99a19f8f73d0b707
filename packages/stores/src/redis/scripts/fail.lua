-- Ends a turn without an entry, because nothing has been done.
local tid, owner, fence, base, nextLease, recordState, failure, event = unpack(ARGV, FIRST)
local key = recordKey(tid)
if buried() then return { 'gone' } end
if not held(tid, owner, fence, base) or redis.call('EXISTS', key) == 0 then return { 'lost' } end
idle()
redis.call('HSET', key, 's', recordState, 'fl', failure)
redis.call('HDEL', key, 'bv')
endRecord(tid)
emit(tid, event)
return { 'failed', grantNext(owner, nextLease), redis.call('HGET', HEAD, 'mk') }
