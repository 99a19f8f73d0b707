-- Removes the mark of an unfinished conversation unless somebody has made another meanwhile.
for index = 1, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[index]) == ARGV[index + 1] then
    redis.call('ZREM', KEYS[1], ARGV[index])
  end
end
return { 'done' }
