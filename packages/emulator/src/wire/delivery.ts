import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEntry } from '../conversation/conversation.ts'
import type { Fault } from '../script/fault.ts'
import { createFrameWriter, type FrameEncoding } from './frames.ts'

/** Long enough for what was written to leave the machine before its socket is destroyed. */
const flushMs = 25

/** Thrown where the connection is to break: the listener destroys the socket, a reader sees a network error. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/**
 * Writes activities as server-sent events, as far as the fault lets them through.
 * @throws ConnectionLost where the fault drops the connection
 */
export async function* deliver(
  entries: AsyncIterable<LogEntry>,
  encoding: FrameEncoding,
  fault: Fault | undefined,
  signal: AbortSignal
): AsyncGenerator<Uint8Array> {
  const frames = createFrameWriter(encoding)
  const limit = cutAfter(fault)
  let delivered = 0
  yield* frames.opening()
  if (limit > 0) {
    for await (const { eventId, activity } of entries) {
      yield* frames.activity(eventId, activity)
      delivered += 1
      if (delivered >= limit) break
    }
  }
  if (fault?.kind === 'drop') {
    await sleep(flushMs)
    throw new ConnectionLost('The connection is dropped')
  }
  if (fault?.kind === 'silence') await untilAborted(signal)
  else if (fault?.kind !== 'eof') yield* frames.end(fault?.kind !== 'end-without-data')
}

/** How many activities come before the cut; infinite without one. */
export function cutAfter(fault: Fault | undefined): number {
  switch (fault?.kind) {
    case 'drop':
    case 'silence':
    case 'late':
      return fault.after
    case 'eof':
      return fault.after ?? Number.POSITIVE_INFINITY
    default:
      return Number.POSITIVE_INFINITY
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
