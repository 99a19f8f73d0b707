-- One conversation as a script sees it. Every key has the conversation's hash tag, so that a script
-- touches one slot; the key of another turn's record (one that waits, one that was left behind) is
-- made from the same tag.
--
-- User data is opaque here: it is never decoded, because what Lua encodes again is not what came.
local HEAD, HISTORY, QUEUE, TURNS, EVENTS, TOMBSTONE = unpack(KEYS)
local RECORDS = string.sub(HEAD, 1, -2) .. 'i:'
local user, schema, conversationTtl, idempotencyTtl, stops, queueLimit, waitedTooLong = unpack(ARGV)
local FIRST = 8 -- where the arguments of the operation begin
conversationTtl, idempotencyTtl = tonumber(conversationTtl), tonumber(idempotencyTtl)

local HOUR, DAY = 3600000, 86400000
local WEEK = 7 * DAY
local MOST_EVENTS = 5000

-- Time is the server's, once for the whole script.
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)

-- Lua writes large numbers as 1.7e+15; everybody else reads digits. Nothing means never.
local function digits(number)
  return number and string.format('%.0f', number) or ''
end

local function recordKey(tid)
  return RECORDS .. tid
end

-- The fields of the head that the rules look at.
local function readHead()
  local field =
    redis.call('HMGET', HEAD, 'sv', 'u', 'v', 'f', 'o', 'lu', 't', 'cx', 'hs', 'ex', 'wf', 'mk', 'st', 'df')
  if not field[1] then return nil end
  return {
    schema = field[1],
    user = field[2],
    version = tonumber(field[3]),
    fence = tonumber(field[4]),
    owner = field[5],
    leaseUntil = tonumber(field[6] or '0'),
    tid = field[7],
    cancel = field[8],
    hash = field[9],
    expires = tonumber(field[10]),
    workflow = field[11],
    mark = field[12],
    state = field[13],
    owed = field[14]
  }
end
local head = readHead()

-- What has expired and what is somebody else's does not exist; a turn in flight keeps its conversation.
local function visible()
  return head
    and head.user == user
    and (head.tid or not head.expires or head.expires > now)
    and true
end

-- Where there is a head there is no tombstone: nothing can be opened over one.
local function buried()
  return not head and redis.call('EXISTS', TOMBSTONE) == 1
end

-- When something that is used now expires; nil for never.
local function after(ttl)
  return ttl > 0 and now + ttl or nil
end

local function keepUntil(key, at)
  if at then redis.call('PEXPIREAT', key, digits(at)) else redis.call('PERSIST', key) end
end

-- The key is there one day longer than what it holds is valid: what decides is the field, and a turn
-- that is in flight or waits must not lose its conversation.
local function hold(tid)
  local conversation = conversationTtl > 0 and now + conversationTtl + DAY or nil
  local turns = conversation
    and idempotencyTtl > 0
    and now + math.max(conversationTtl, idempotencyTtl) + DAY
    or nil
  keepUntil(HEAD, conversation)
  keepUntil(HISTORY, conversation)
  keepUntil(TURNS, turns)
  keepUntil(recordKey(tid), turns)
  return conversation
end

-- A conversation at rest goes when its time is over, or a week after it began to owe a delivery.
local function rest()
  local at = head.expires and head.owed and math.max(head.expires, now + WEEK) or head.expires
  keepUntil(HEAD, at)
  keepUntil(HISTORY, at)
end

-- What stays of a record when its turn has ended. What its entry has, or nobody needs any more, is not
-- kept twice.
local LASTING = { 'fp', 'rt', 'wf', 'bv', 'a', 'at', 'eb', 'l' }

-- An ended turn is forgotten after a while; until then its key is answered from its record. That is
-- written anew, because a hash that has held long values stays large without them.
local function endRecord(tid, ...)
  local key = recordKey(tid)
  local at = after(idempotencyTtl)
  local fields = { 'ex', digits(at), ... }
  for place, value in ipairs(redis.call('HMGET', key, unpack(LASTING))) do
    if value then
      fields[#fields + 1] = LASTING[place]
      fields[#fields + 1] = value
    end
  end
  redis.call('DEL', key)
  redis.call('HSET', key, unpack(fields))
  keepUntil(key, at)
  redis.call('ZADD', TURNS, at and digits(at) or '+inf', tid)
end

-- Tells of the beginning or the end of a turn. Only this begins a stream of live events: what is said
-- within a turn (publish.lua) cannot bring back what was erased.
-- The end of a turn that has an entry is packed beside that.
local function emit(tid, event, turn)
  local told = { 't', tid, 'e', event }
  if turn then told[5], told[6] = 'n', turn end
  local id = redis.call('XADD', EVENTS, 'MAXLEN', '~', MOST_EVENTS, '*', unpack(told))
  redis.call('PEXPIRE', EVENTS, HOUR)
  redis.call('PUBLISH', EVENTS, '')
  return id
end

local function entryField(turn, name)
  local id = digits(turn) .. '-0'
  local found = redis.call('XRANGE', HISTORY, id, id)[1]
  if not found then return nil end
  for index = 1, #found[2], 2 do
    if found[2][index] == name then return found[2][index + 1] end
  end
end

-- Every key of the conversation but its live events and its tombstone, whatever type they have.
local function clear()
  for _, tid in ipairs(redis.pcall('ZRANGE', TURNS, 0, -1)) do
    redis.call('UNLINK', recordKey(tid))
  end
  redis.call('UNLINK', HEAD, HISTORY, QUEUE, TURNS)
end
