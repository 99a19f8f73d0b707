import { type LiveEvent, type LiveEventName, liveEventData } from '@turnwise/schema'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { transportProblem } from './client-problem.ts'

/** A live event and the id a stream is continued from. */
export type ReceivedEvent = { id: string | null; event: LiveEvent }

/** Largest event in characters: far beyond a whole answer, so that only nonsense meets it. */
const LARGEST_EVENT = 16 * 1024 * 1024

/**
 * Reads the live events of an answer, until its stream ends.
 *
 * Events with names of a later version are passed over.
 *
 * @param silence milliseconds without a byte after which the connection counts as dead
 * @throws ClientProblem `ERR_NETWORK` when the connection breaks or falls silent,
 *   `ERR_ANSWER_INVALID` for what is not a stream of this API
 */
export async function* liveEvents(
  response: Response,
  silence: number
): AsyncGenerator<ReceivedEvent> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || response.body === null) {
    await response.body?.cancel()
    throw transportProblem('ERR_ANSWER_INVALID', response.status)
  }
  const arrived: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: message => arrived.push(message),
    maxBufferSize: LARGEST_EVENT
  })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      for (const message of arrived.splice(0)) {
        const event = readEvent(message)
        if (event !== null) yield { id: message.id ?? null, event }
      }
    }
  } finally {
    // Not awaited: a dead connection answers nothing, also not this.
    reader.cancel().catch(() => {})
  }
}

function readEvent({ event: name = '', data }: EventSourceMessage): LiveEvent | null {
  if (!isEventName(name)) return null
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (error) {
    throw transportProblem('ERR_ANSWER_INVALID', 200, error)
  }
  const read = liveEventData[name].safeParse(value)
  if (!read.success) throw transportProblem('ERR_ANSWER_INVALID', 200, read.error)
  return { event: name, data: read.data } as LiveEvent
}

const isEventName = (name: string): name is LiveEventName => Object.hasOwn(liveEventData, name)

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(transportProblem('ERR_NETWORK', 0)), milliseconds)
  })
  try {
    return await Promise.race([promise, silent])
  } finally {
    clearTimeout(timer)
  }
}
