-- Whether somebody should look after the conversation: a turn in flight or waiting, and no lease.
if not visible() then return { 'idle' } end
if not head.tid and redis.call('LLEN', QUEUE) == 0 then return { 'idle' } end
return { head.owner and head.leaseUntil > now and 'held' or 'left' }
