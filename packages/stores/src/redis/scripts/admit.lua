-- Asks for the right to run a turn, or for what became of it.
local tid, fingerprint, route, input, owner, lease, waiting, wait, drives, seenVersion, seenHash, mark,
  aheadHash, aheadQuery, aheadHandles, ref, meta, workflow, state = unpack(ARGV, FIRST)
lease, wait, drives = tonumber(lease), tonumber(wait), drives == '1'
local key = recordKey(tid)

if buried() then return { 'gone' } end

local opens = not visible()
if opens then
  -- Nothing is opened in the place of somebody else's conversation.
  if meta == '' or (head and head.user ~= user) then
    -- Who has seen something of it is told that it is lost.
    local seen = seenVersion ~= '' and (tonumber(seenVersion) > 0 or seenHash ~= '')
    return { seen and 'regressed' or 'unknown' }
  end
  -- Who held the one before it must not hold this one.
  local fence = head and head.fence or 0
  head = { user = user, version = 0, fence = fence, hash = '', tid = false, leaseUntil = 0 }
  head.workflow = workflow
end

-- A client that has seen a version that is not here, or is something else here, is told.
if seenVersion ~= '' then
  local version, hash = tonumber(seenVersion), nil
  if version == head.version then
    hash = head.hash
  elseif version == 0 then
    hash = ''
  elseif version > 0 and version < head.version then
    hash = entryField(version, 'h')
  end
  if hash ~= seenHash then return { 'regressed' } end
end

-- A record may have expired while its entry is still there: the key is not new then.
local function entryOfTurn(version)
  while version < head.version do
    local first, last = version + 1, math.min(version + 50, head.version)
    for _, entry in ipairs(redis.call('XRANGE', HISTORY, digits(first) .. '-0', digits(last) .. '-0')) do
      for index = 1, #entry[2], 2 do
        if entry[2][index] == 't' and entry[2][index + 1] == tid then
          return entryField(tonumber(string.match(entry[1], '%d+')), 'e')
        end
      end
    end
    version = last
  end
end

-- Being used keeps a conversation, and whoever looks after what is left behind finds it by the mark; both
-- are written with what comes of the admission.
local function enter()
  head.mark = mark
  head.expires = after(conversationTtl)
end

-- Lists a turn whose record is new, and gives what that begins with. A full memory refuses a script only
-- until it has written: what needs memory comes before what frees it.
local function begin()
  redis.call('ZADD', TURNS, '+inf', tid)
  redis.call('ZREMRANGEBYSCORE', TURNS, '-inf', digits(now))
  return { 'fp', fingerprint, 'rt', route, 'in', input, 'at', digits(now) }
end

if opens then
  -- Changes nothing, and is refused where nothing can be opened.
  redis.call('ZADD', TURNS, 'XX', 0, tid)
  clear()
  redis.call(
    'HSET', HEAD, 'sv', schema, 'u', user, 'v', '0', 'f', '0', 'hs', '', 'wf', workflow, 'cr', ref,
    'm', meta, 'st', state, 'ca', digits(now)
  )
  enter()
  grant(tid, owner, lease, begin())
  return { 'granted', granted() }
end

forgetLost()
local queue = dropOverdue()
local record = redis.call('HMGET', key, 's', 'fp', 'n', 'fl')
local recordState = record[1]
if not recordState then
  local entry = seenVersion ~= '' and entryOfTurn(tonumber(seenVersion))
  if entry then return { 'done', entry } end
else
  if record[2] ~= fingerprint then return { 'mismatch' } end
  if recordState == 'failed-final' then return { 'failed', record[4] } end
  if recordState == 'entered' then
    local entry = entryField(tonumber(record[3]), 'e')
    return entry and { 'done', entry } or { 'gone' }
  end
end

-- What is there of a turn that may start again is of its last attempt.
local function beginAnew()
  local new = begin()
  if recordState then redis.call('DEL', key) end
  return new
end

local function join()
  for place, waitingTid in ipairs(queue) do
    if waitingTid == tid and recordState == 'waiting' then return { 'queued', place - 1 } end
  end
  if waiting == 'reject' then return { 'busy' } end
  if #queue >= tonumber(queueLimit) then return { 'full' } end
  enter()
  redis.call('HSET', HEAD, 'ex', digits(head.expires), 'mk', head.mark)
  redis.call(
    'HSET', key, 's', 'waiting', 'wf', head.workflow, 'a', '0', 'ex', digits(now + wait),
    unpack(beginAnew())
  )
  redis.call('RPUSH', QUEUE, tid)
  keepUntil(QUEUE, hold(tid))
  if waiting == 'interrupt' then
    redis.call('HSET', HEAD, 'cx', '1')
    redis.call('PUBLISH', stops, EVENTS)
  end
  return { 'queued', #queue }
end

if head.tid then
  -- An orphan is finished before anybody else is admitted.
  if not leased() then
    enter()
    grant(head.tid, owner, lease)
    return { 'orphan', granted() }
  end
  if head.tid == tid then return { 'running', digits(head.version + 1) } end
  return join()
end
if queue[1] and queue[1] ~= tid then
  if not drives then return join() end
  enter()
  grant(queue[1], owner, lease)
  return { 'orphan', granted() }
end
enter()
if recordState == 'waiting' then
  grant(tid, owner, lease)
  return { 'granted', granted() }
end
local new = beginAnew()
-- What was written ahead was written for the entry that its worker knows; without entries there is none.
local marks = aheadHash ~= '' and aheadHash == head.hash
if marks then
  for _, value in ipairs({ 's', 'asking', 'q:0', aheadQuery, 'qn', '1', 'hd', aheadHandles }) do
    new[#new + 1] = value
  end
end
grant(tid, owner, lease, new)
-- Who knows the head need not be told more.
if marks then return { 'marked', digits(head.fence), digits(now), digits(head.expires) } end
return { 'granted', granted() }
