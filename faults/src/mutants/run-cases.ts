// Runs the list of what every store must do over a store with the mutation in force: over SQLite, or over
// the Redis whose address is given. Prints the cases that fail and exits with 1 when there are any.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@turnwise/engine'
import { storeCases } from '@turnwise/engine/conformance'
import { redisStore } from '@turnwise/stores/redis'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { mutationInForce } from './mutation.ts'
import { scriptsWith } from './scripts-with.ts'

const url = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'turnwise-mutant-'))

const open = (keep: object = {}): Promise<Store> =>
  url === undefined
    ? sqliteStore({ file: join(folder, `${randomUUID()}.db`), ...keep })
    : redisStore({ url, prefix: `${randomUUID()}:`, ...keep, ...scriptsWith(mutationInForce()) })

const failed: string[] = []
const run = async (one: (typeof storeCases)[number]): Promise<void> => {
  try {
    await one.run({ open })
  } catch {
    failed.push(one.name)
  }
}
await Promise.all(storeCases.filter(({ durable }) => !durable).map(run))
rmSync(folder, { recursive: true, force: true })
for (const name of failed) process.stdout.write(`${name}\n`)
process.exit(failed.length > 0 ? 1 : 0)
