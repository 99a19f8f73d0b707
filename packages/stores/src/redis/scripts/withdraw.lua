-- Takes a waiting turn out of the queue for good; a turn that has started stays.
local tid, failure = unpack(ARGV, FIRST)
if not visible() or redis.call('HGET', recordKey(tid), 's') ~= 'waiting' then
  return { 'not-waiting' }
end
endWaiting(tid, failure)
return { 'withdrawn' }
