import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { TurnwiseError } from '@turnwise/engine'

/** What SQLite's primary result codes mean for whoever starts a server, and what to do. */
const failures: Readonly<Record<number, string>> = {
  1: 'has other tables than Turnwise makes: choose another place',
  3: 'may not be written by this user: give it the right, or choose another place',
  8: 'may not be written by this user: give it the right, or choose another place',
  10: 'cannot be read or written, its disk reports an error: look after the disk, or choose another place',
  11: 'is damaged: restore it from a backup, or move it away to begin with an empty store',
  13: 'cannot be written, its disk is full: make room, or choose another place',
  14: 'cannot be opened or made: choose a place in a folder that this user may write',
  26: 'is not a database of SQLite: restore it from a backup, or move it away to begin with an empty store'
}

/** What the operating system says where a folder is to be made. */
const folderFailures: Readonly<Record<string, number>> = {
  ENOSPC: 13,
  EDQUOT: 13,
  EACCES: 3,
  EPERM: 3,
  EROFS: 3
}

/** A store file that is not opened, in one sentence: which file, why, and what to do. */
export const unopened = (path: string, why: string, cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_STORE_UNAVAILABLE', `${JSON.stringify(path)} ${why}.`, { cause })

/**
 * Says why a path could not be opened.
 *
 * @see https://sqlite.org/rescode.html
 */
export const openFailure = (path: string, cause: unknown): TurnwiseError => {
  const { errcode, code } = cause as { errcode?: number; code?: string }
  // The higher bits of an extended code say more than anybody can act on.
  const result = errcode === undefined ? (folderFailures[code ?? ''] ?? 14) : errcode & 0xff
  const why = failures[result === diskError && isFull(dirname(path)) ? diskFull : result]
  return unopened(path, why ?? 'cannot be opened: choose another place', cause)
}

const diskError = 10
const diskFull = 13

/** The smallest store and what SQLite puts beside it take less; where that fails, SQLite says `disk I/O error`. */
const leastRoom = 1 << 20

const isFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastRoom
  } catch {
    return false
  }
}
