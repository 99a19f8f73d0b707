-- Whether the turn has been asked to stop, or its conversation is gone.
local tid = ARGV[FIRST]
if not visible() or (head.tid == tid and head.cancel) then return { 'stopped' } end
return { 'running' }
