-- Live events after an id, or from it on. An id that is not kept (trimmed, expired, erased, made up)
-- leaves a gap that nobody would see, so it is said. So is the end of a turn without its entry, beside
-- which it is packed.
local EVENTS, HISTORY = unpack(KEYS)
local position, exclusive, most = unpack(ARGV)
local function unknown()
  local last = redis.call('XREVRANGE', EVENTS, '+', '-', 'COUNT', 1)[1]
  return { 'unknown', last and last[1] or '0' }
end
if position ~= '0' and #redis.call('XRANGE', EVENTS, position, position) == 0 then return unknown() end
local from = position == '0' and '-' or exclusive .. position
local found = redis.call('XRANGE', EVENTS, from, '+', 'COUNT', most)
for _, element in ipairs(found) do
  local fields = element[2]
  if fields[#fields - 1] == 'n' then
    local id = fields[#fields] .. '-0'
    local entry = redis.call('XRANGE', HISTORY, id, id)[1]
    if not entry then return unknown() end
    element[3] = entry[2][#entry[2]]
  end
end
return { 'events', found }
