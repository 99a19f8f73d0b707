import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// The same folder seen from src/redis and from dist/redis: the package brings its sources along.
const folder = new URL('../../src/redis/scripts/', import.meta.url)

const reads = ['slot', 'readable']
const holds = [...reads, 'held']
const grants = [...holds, 'writable', 'grant', 'queue']

/** What each script is put together from; the last part has its name. */
const parts = {
  admit: grants,
  adopt: grants,
  commit: grants,
  fail: grants,
  withdraw: grants,
  asking: holds,
  renew: holds,
  release: holds,
  retract: holds,
  journal: reads,
  stop: reads,
  // Also what this version cannot read can be erased.
  erase: ['slot'],
  claim: reads,
  delivered: reads,
  postpone: reads,
  owed: reads,
  stopped: reads,
  unfinished: reads,
  begin: reads,
  head: reads,
  record: reads,
  entries: reads,
  publish: [],
  events: [],
  index: [],
  unmark: []
} satisfies Record<string, readonly string[]>

export type ScriptName = keyof typeof parts

export type Script = { text: string; sha: string }

/**
 * Reads the scripts.
 *
 * @param read gives the text of a part, in place of its file
 */
export const loadScripts = (
  read: (part: string) => string = part => readFileSync(new URL(`${part}.lua`, folder), 'utf8')
): Record<ScriptName, Script> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, before]) => {
      const text = [...before, name].map(read).join('\n')
      return [name, { text, sha: createHash('sha1').update(text).digest('hex') }]
    })
  ) as Record<ScriptName, Script>
