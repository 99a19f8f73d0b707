// Runs the list of what every store must do over a store with the mutation in force: over SQLite, or over
// the Redis whose address is given. Ends at the first case that fails: prints it and exits with 1.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@turnwise/engine'
import { storeCases } from '@turnwise/engine/conformance'
import { redisStore } from '@turnwise/stores/redis'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { eachOf } from '../scenarios/each-of.ts'
import { mutationInForce } from './mutation.ts'
import { scriptsWith } from './scripts-with.ts'

const url = process.argv[2]
const scripts = scriptsWith(mutationInForce())
const folder = mkdtempSync(join(tmpdir(), 'turnwise-mutant-'))

const open = (keep: object = {}): Promise<Store> =>
  url === undefined
    ? sqliteStore({ file: join(folder, `${randomUUID()}.db`), ...keep })
    : redisStore({ url, prefix: `${randomUUID()}:`, ...keep, ...scripts })

const end = (code: number): never => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
const run = async ({ name, run }: (typeof storeCases)[number]): Promise<void> => {
  try {
    await run({ open })
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : error}\n`)
    end(1)
  }
}
// Few at a time: cases look at the clock, and what is slow is not broken.
await eachOf(
  storeCases.filter(({ durable, damages }) => !durable && !damages),
  run,
  4
)
end(0)
