import type { DatabaseSync } from 'node:sqlite'

type Waiting = {
  work: () => unknown
  resolve: (value: never) => void
  reject: (e: unknown) => void
}

/**
 * Runs what is asked for in the same moment in one transaction, so that concurrent turns share one
 * write to disk. Each piece of work has its own savepoint: one that throws undoes itself alone.
 */
export const groupCommit = (database: DatabaseSync): (<T>(work: () => T) => Promise<T>) => {
  let waiting: Waiting[] = []

  const flush = (): void => {
    const group = waiting
    waiting = []
    const settled: (() => void)[] = []
    try {
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

  return work =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}
