import type { Failpoint, PointName } from '../worker/failpoints.ts'
import type { WorkerSettings } from '../worker/settings.ts'
import { spawned } from './spawned.ts'

/** A turn that got to an armed failpoint. */
export type Reached = { at: PointName; conversation: string }

/** A worker as the harness sees it. */
export type WorkerProcess = {
  pid: number
  /** Opens its store and listens; resolves with its address. */
  open: (settings: WorkerSettings) => Promise<string>
  /** Arms a failpoint; resolves when it is armed. */
  arm: (failpoint: Failpoint) => Promise<void>
  /** Resolves when a turn gets to the armed failpoint, and with null when the worker ends first. */
  reached: () => Promise<Reached | null>
  /** Lets the turn go on that is held at a failpoint. */
  release: () => void
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
  /** Resolves when it is dead. */
  ended: Promise<void>
  /** Turns that were marked as being asked and had nothing journaled, as far as it got to tell. */
  inWindow: () => number
}

/** Loads a worker that waits to be opened. */
export const loadWorker = async (): Promise<WorkerProcess> => {
  const loaded = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  const window = new Set<unknown>()
  let armed = Promise.withResolvers<void>()
  let reached = Promise.withResolvers<Reached | null>()
  const { child, ended, send } = spawned(new URL('../worker/main.ts', import.meta.url), news => {
    if ('asking' in news) window.add(news.asking)
    if ('journaled' in news) window.delete(news.journaled)
    if ('loaded' in news) loaded.resolve()
    if ('ready' in news) ready.resolve(`http://127.0.0.1:${news.ready}`)
    if ('armed' in news) armed.resolve()
    if ('reached' in news)
      reached.resolve({ at: news.reached as PointName, conversation: String(news.conversation) })
  })
  const over = ended.then(() => {
    loaded.resolve()
    armed.resolve()
    reached.resolve(null)
    ready.reject(new Error('a worker ended before it was ready'))
  })
  ready.promise.catch(() => {})
  await loaded.promise
  return {
    pid: child.pid ?? 0,
    open(settings) {
      send({ open: settings })
      return ready.promise
    },
    arm(failpoint) {
      armed = Promise.withResolvers()
      reached = Promise.withResolvers()
      if (child.exitCode !== null || child.signalCode !== null) {
        armed.resolve()
        reached.resolve(null)
      }
      send({ arm: failpoint })
      return armed.promise
    },
    reached: () => reached.promise,
    release: () => send({ release: true }),
    signal: signal => void child.kill(signal),
    ended: over,
    inWindow: () => window.size
  }
}
