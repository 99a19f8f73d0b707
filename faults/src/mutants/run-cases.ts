// Runs the list of what every store must do over a store with the mutation in force: over SQLite, or over
// the Redis at the given port. Ends at the first case that fails: prints it and exits with 1.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeCases } from '@turnwise/engine/conformance'
import { eachOf } from '../scenarios/each-of.ts'
import { redisHarness, sqliteHarness } from './harness.ts'

const port = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'turnwise-mutant-'))
const harness = port === undefined ? sqliteHarness(folder) : redisHarness(Number(port))

const end = (code: number): never => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
const run = async ({ name, run }: (typeof storeCases)[number]): Promise<void> => {
  try {
    await run(harness)
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : error}\n`)
    end(1)
  }
}
// Few at a time: cases look at the clock, and what is slow is not broken.
await eachOf(
  storeCases.filter(({ durable }) => !durable),
  run,
  4
)
end(0)
