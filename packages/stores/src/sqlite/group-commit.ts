import type { DatabaseSync } from 'node:sqlite'
import type { Durable } from '../transactional/backend.ts'

type Waiting = {
  work: () => unknown
  durable: Durable
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Transactions that share one write to disk. */
export type GroupCommit = {
  /**
   * Runs `work` in the next transaction and resolves when that is done. What `work` throws undoes
   * its own effects alone and rejects.
   */
  run: <T>(work: () => T, durable: Durable) => Promise<T>
  /** Commits at once what waits. */
  flush: () => void
}

/**
 * Runs what is asked for in the same moment in one transaction, so that concurrent turns share one
 * write to disk. Each piece of work has its own savepoint.
 */
export const groupCommit = (database: DatabaseSync): GroupCommit => {
  let waiting: Waiting[] = []
  let level: Durable = 'now'

  /** In WAL mode a transaction waits for the disk with FULL alone; the next that does takes all before it along. */
  const synchronise = (wanted: Durable): void => {
    if (wanted === level) return
    database.exec(`PRAGMA synchronous = ${wanted === 'now' ? 'FULL' : 'NORMAL'}`)
    level = wanted
  }

  const flush = (): void => {
    const group = waiting
    if (group.length === 0) return
    waiting = []
    const settled: (() => void)[] = []
    try {
      synchronise(group.some(({ durable }) => durable === 'now') ? 'now' : 'later')
      database.exec('BEGIN IMMEDIATE')
      for (const { work, resolve, reject } of group) {
        database.exec('SAVEPOINT work')
        try {
          const value = work() as never
          database.exec('RELEASE work')
          settled.push(() => resolve(value))
        } catch (error) {
          database.exec('ROLLBACK TO work; RELEASE work')
          settled.push(() => reject(error))
        }
      }
      database.exec('COMMIT')
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
      for (const { reject } of group) reject(error)
      return
    }
    for (const settle of settled) settle()
  }

  return {
    run: (work, durable) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, durable, resolve, reject })
        if (waiting.length === 1) setImmediate(flush)
      }),
    flush
  }
}
