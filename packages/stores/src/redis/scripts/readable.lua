-- A head of another version of this program, or without its numbers, is left as it is: the
-- conversation answers that it cannot be read, and others go on.
if head and (head.schema ~= schema or not (head.version and head.fence and head.leaseUntil)) then
  return { 'unreadable' }
end
