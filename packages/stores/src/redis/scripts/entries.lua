-- Entries with a number between two others, rising; the newest when the limit cuts.
local above, before, limit = unpack(ARGV, FIRST)
if not visible() then return { 'entries', {} } end
local last = before == '' and head.version or math.min(head.version, tonumber(before) - 1)
local first = math.max(tonumber(above) + 1, last - tonumber(limit) + 1, 1)
local found = {}
if first <= last then
  for _, entry in ipairs(redis.call('XRANGE', HISTORY, digits(first) .. '-0', digits(last) .. '-0')) do
    for index = 1, #entry[2], 2 do
      if entry[2][index] == 'e' then found[#found + 1] = entry[2][index + 1] end
    end
  end
end
return { 'entries', found }
