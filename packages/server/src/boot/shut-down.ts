import type { Engine } from '@turnwise/engine'
import type { Logger } from 'pino'
import type { Server } from '../server.ts'
import type { Listening } from './listen.ts'

export type Running = {
  log: Logger
  engine: Engine
  server: Server
  listening: Listening
  /** How long running turns may take to finish, in milliseconds. */
  drainTimeout: number
  /** Closed last, in this order. */
  opened: readonly { close: () => Promise<void> }[]
}

/** How long answers may take to leave, in milliseconds. */
const LEAVE = 2_000

/**
 * Leaves in order: nothing new is admitted, what runs is finished, answers leave, connections and
 * files are closed. What could not be finished in time is resolved at the next start.
 */
export async function shutDown(running: Running): Promise<void> {
  const { log, engine, server, listening, drainTimeout, opened } = running
  log.info('shutting down')
  await engine.drain(drainTimeout)
  server.close()
  await listening.close(LEAVE)
  for (const resource of opened) await resource.close()
  log.info('shut down')
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * For so long the same signal again is the same wish, in milliseconds: npm hands a Ctrl-C on to a
 * program that has it from the terminal already, and a shell its hang-up.
 */
const ECHO = 250

/** Resolves at the first signal to end; a second one, whichever it is, ends the process at once. */
export function untilSignalled(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let first: { signal: NodeJS.Signals; at: number } | undefined
  const heard = (signal: NodeJS.Signals): void => {
    const at = performance.now()
    if (first !== undefined && (signal !== first.signal || at - first.at > ECHO)) process.exit(1)
    first ??= { signal, at }
    resolve()
  }
  for (const signal of SIGNALS) process.on(signal, heard)
  return promise
}
