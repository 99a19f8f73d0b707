-- Gives the lease back with the turn unfinished. The attempt does not count: the worker could not run
-- the turn at all, and that is no reason to think that the turn breaks its workers.
local tid, owner, fence, base = unpack(ARGV, FIRST)
local key = recordKey(tid)
if held(tid, owner, fence, base) and redis.call('EXISTS', key) == 1 then
  release()
  redis.call('HINCRBY', key, 'a', -1)
end
return { 'released' }
