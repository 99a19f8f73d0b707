// One peer in a process of its own: what it breaks is this process and nothing else.
import { cpuTime } from '../cpu-clock.ts'
import { FAMILIES, HOSTILE_CHUNK, HOSTILE_SCHEMA, type Way } from './hostile.ts'
import { PAYLOADS, type Payload } from './payloads.ts'
import { PEERS, type PeerName } from './peers/index.ts'
import type { Reader, Reading, Request } from './reading.ts'
import { sameData } from './score.ts'
import { type Answer, OVERFLOW, type Task } from './task.ts'

const reader = await PEERS[process.argv[2] as PeerName].load().catch((error: unknown) => {
  process.send?.({ kind: 'absent', why: String(error).slice(0, 200) })
  process.disconnect?.()
  return undefined
})

if (reader !== undefined) {
  process.on('message', (task: Task) => {
    void answer(reader, task).then(done => process.send?.(done))
  })
  process.send?.({ kind: 'ready' })
}

async function answer(reader: Reader, task: Task): Promise<Answer> {
  if (task.kind === 'read') {
    const { reading, milliseconds } = await timed(() => reader.read(task.request))
    return { kind: 'reading', reading, milliseconds }
  }
  if (task.kind === 'time') return time(reader, payloadOf(task.payload), task.milliseconds)
  const text = FAMILIES[task.family]?.(task.length) ?? ''
  const { reading, milliseconds } = await timed(enduring(reader, text, task.way))
  const threw = !reading.found && reading.threw === true ? { threw: reading.why } : {}
  return { kind: 'endured', milliseconds, ...threw }
}

async function timed(
  read: () => Reading | Promise<Reading>
): Promise<{ readonly reading: Reading; readonly milliseconds: number }> {
  const start = cpuTime()
  const reading = await attempt(read)
  return { reading, milliseconds: cpuTime() - start }
}

/** To refuse by throwing is an answer too. */
async function attempt(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read()
  } catch (error) {
    const overflow = error instanceof RangeError && error.message.includes('call stack')
    return { found: false, why: overflow ? OVERFLOW : String(error).slice(0, 200), threw: true }
  }
}

const payloads = new Map<string, Payload>()

function payloadOf(title: string): Payload {
  const known = payloads.get(title)
  if (known !== undefined) return known
  const make = PAYLOADS[title]
  if (make === undefined) throw new RangeError(`There is no payload ${title}.`)
  const fresh = make()
  payloads.set(title, fresh)
  return fresh
}

async function time(reader: Reader, payload: Payload, milliseconds: number): Promise<Answer> {
  const read = readingOf(reader, payload)
  const first = await attempt(read)
  const right = first.found
    ? payload.expected !== undefined && sameData(first.data, payload.expected)
    : payload.expected === undefined
  let count = 0
  let elapsed = 0
  const start = cpuTime()
  while (elapsed < milliseconds) {
    await attempt(read)
    count += 1
    elapsed = cpuTime() - start
  }
  return { kind: 'timing', milliseconds: elapsed / count, right }
}

function readingOf(reader: Reader, { chunks, request }: Payload): () => Reading | Promise<Reading> {
  const { follow } = reader
  if (chunks === undefined) return () => reader.read(request)
  if (follow !== undefined) return () => follow(chunks, request, true)
  return () => readAgain(reader, chunks, request)
}

/** What users of a parser without a stream do: the whole text so far, at every chunk. */
async function readAgain(
  reader: Reader,
  chunks: readonly string[],
  request: Request
): Promise<Reading> {
  let text = ''
  let last: Reading = { found: false, why: 'no chunks' }
  for (const chunk of chunks) {
    text += chunk
    last = await attempt(() => reader.read({ ...request, text }))
  }
  return last
}

function enduring(reader: Reader, text: string, way: Way): () => Reading | Promise<Reading> {
  const request: Request = { text, mode: way === 'document' ? 'document' : 'reply' }
  if (way === 'schema') return () => reader.read({ ...request, schema: HOSTILE_SCHEMA })
  const { follow } = reader
  const streamed = way === 'stream' || way === 'watched stream'
  if (!streamed || follow === undefined) return () => reader.read(request)
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += HOSTILE_CHUNK) {
    chunks.push(text.slice(at, at + HOSTILE_CHUNK))
  }
  return () => follow(chunks, request, way === 'watched stream')
}
