-- A head of another version of this program, or one that is damaged, is left as it is: the
-- conversation answers that it cannot be read, and others go on. The state is looked at from outside
-- only; whoever decodes it says whether it is whole.
local function readable()
  return head.schema == schema
    and head.version
    and head.fence
    and head.leaseUntil
    and head.state
    and (string.find(head.state, '^x') or string.find(head.state, '^{.*}$'))
end
if head and not readable() then return { 'unreadable' } end
