import type { Observer } from '@turnwise/engine'
import { type Logger, pino } from 'pino'
import type { RequestRecord } from '../edge/request-record.ts'

/**
 * Opens the log: JSON lines on standard error, written at once, so that the last words of a process
 * that ends are there. Nobody may be left to read them, as when a terminal is closed: that stops
 * nothing.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true })
  destination.on('error', () => {})
  return pino({ level, base: null }, destination)
}

/** Logs what the engine tells. Of what people and agents say, nothing is passed on. */
export const engineLog =
  (log: Logger): Observer =>
  observation => {
    switch (observation.event) {
      case 'surface-failed': {
        const { tid, problem } = observation
        const { surface, path, rule } = problem
        return log.warn({ tid, surface, path, rule }, 'surface-failed')
      }
      case 'bug': {
        const { tid, error } = observation
        return log.error({ tid, err: error }, 'bug')
      }
      default: {
        const { event, ...facts } = observation
        return log[LEVELS[event]](facts, event)
      }
    }
  }

const LEVELS = {
  'turn-granted': 'debug',
  'turn-ended': 'info',
  'turn-refused': 'info',
  'agent-asked': 'debug',
  'agent-failed': 'warn',
  'reply-recovered': 'info',
  'reply-late': 'warn',
  'reply-read': 'debug',
  'parse-circuit': 'warn',
  'agent-circuit': 'warn',
  'context-built': 'debug',
  'context-truncated': 'warn',
  'orphan-resolved': 'info',
  'orphan-left': 'warn'
} as const

/** Logs requests by their route, without what identifies a person or a conversation. */
export const requestLog =
  (log: Logger) =>
  (record: RequestRecord): void =>
    log[record.status < 500 ? 'info' : 'warn'](record, 'request')

/** Logs what should not have happened. */
export const bugLog =
  (log: Logger) =>
  (error: unknown, requestId: string): void =>
    log.error({ err: error, requestId }, 'bug')
