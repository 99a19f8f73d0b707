import type { DatabaseSync } from 'node:sqlite'
import type { Durable } from '../transactional/backend.ts'

type Waiting = {
  work: () => unknown
  durable: Durable
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Pieces of work that share one transaction at the most: who came first does not wait for everybody. */
const mostInGroup = 256

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
 * write to disk, in the order in which it was asked for. Each piece of work has its own savepoint.
 *
 * When the write itself fails, everybody in the group is told: nothing of it has happened.
 *
 * @param hooks.begun called when a transaction has begun, before anything is done in it
 * @param hooks.undone called when a whole group was undone, also the pieces of it that had succeeded
 */
export const groupCommit = (
  database: DatabaseSync,
  { begun, undone }: { begun: () => void; undone: () => void }
): GroupCommit => {
  const statement = (sql: string): (() => void) => {
    const prepared = database.prepare(sql)
    return () => void prepared.run()
  }
  const begin = statement('BEGIN IMMEDIATE')
  const commit = statement('COMMIT')
  const mark = statement('SAVEPOINT work')
  const keep = statement('RELEASE work')
  const undo = statement('ROLLBACK TO work')
  let waiting: Waiting[] = []
  let level: Durable = 'now'

  /** In WAL mode a transaction waits for the disk with FULL alone; the next that does takes all before it along. */
  const synchronise = (group: readonly Waiting[]): void => {
    const wanted = group.some(({ durable }) => durable === 'now') ? 'now' : 'later'
    if (wanted === level) return
    database.exec(`PRAGMA synchronous = ${wanted === 'now' ? 'FULL' : 'NORMAL'}`)
    level = wanted
  }

  /** Runs one piece; a failure that took the transaction with it is everybody's and is thrown. */
  const settle = ({ work, resolve, reject }: Waiting): (() => void) => {
    mark()
    try {
      const value = work() as never
      keep()
      return () => resolve(value)
    } catch (error) {
      if (!database.isTransaction) throw error
      undo()
      keep()
      return () => reject(error)
    }
  }

  const commitGroup = (group: readonly Waiting[]): void => {
    if (group.length === 0) return
    let settled: (() => void)[]
    try {
      synchronise(group)
      begin()
      begun()
      settled = group.map(settle)
      commit()
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
      undone()
      for (const { reject } of group) reject(error)
      return
    }
    for (const tell of settled) tell()
  }

  /** One group at a time; what else waits lets others have the processor in between. */
  const next = (): void => {
    commitGroup(waiting.splice(0, mostInGroup))
    if (waiting.length > 0) setImmediate(next)
  }

  return {
    run: (work, durable) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, durable, resolve, reject })
        if (waiting.length === 1) setImmediate(next)
      }),
    flush() {
      const rest = waiting
      waiting = []
      commitGroup(rest)
    }
  }
}
