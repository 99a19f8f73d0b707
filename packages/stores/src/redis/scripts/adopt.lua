-- Takes over what another worker left unfinished, without anything new to admit.
local owner, lease = unpack(ARGV, FIRST)
if not visible() or (head.tid and leased()) then return { 'nothing' } end
forgetLost()
local queue = dropOverdue()
local tid = head.tid or queue[1]
if not tid then return { 'nothing' } end
grant(tid, owner, tonumber(lease))
return { 'granted', granted() }
