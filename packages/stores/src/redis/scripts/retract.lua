-- Takes back what an admission was granted whose answer nobody has heard: nothing was done with it. The
-- attempt does not count, and what was marked with the admission itself has not been sent.
local owner = ARGV[FIRST]
if visible() and head.tid and head.owner == owner then
  local key = recordKey(head.tid)
  local record = redis.call('HMGET', key, 's', 'a', 'qn')
  if record[1] then
    release()
    -- A turn that was granted before may have been sent by then, and its mark is of that time.
    if record[1] == 'asking' and record[2] == '1' then
      for place = 0, tonumber(record[3]) - 1 do redis.call('HDEL', key, 'q:' .. place) end
      redis.call('HDEL', key, 'qn', 'hd')
      redis.call('HSET', key, 's', 'started')
    end
    redis.call('HINCRBY', key, 'a', -1)
  end
end
return { 'retracted' }
