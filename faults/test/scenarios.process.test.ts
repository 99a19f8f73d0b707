import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Result } from '../src/report/result.ts'
import { scenarios } from '../src/scenarios/index.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Runs a scenario as a person does, and gives what it printed and how it ended. */
const run = (name: string, store: string, count: number) =>
  new Promise<{ code: number; result: Result }>((resolve, reject) => {
    const args = [name, '--store', store, '--count', String(count), '--seed', '1', '--json']
    execFile(
      process.execPath,
      ['--conditions=@turnwise/source', main, ...args],
      { maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        if (stdout === '') reject(new Error(stderr))
        else resolve({ code: Number(error?.code ?? 0), result: JSON.parse(stdout) as Result })
      }
    )
  })

const rows = scenarios
  .filter(({ name }) => name !== 'control')
  .flatMap(({ name, stores, count }) => stores.map(store => [name, store, count.short] as const))

describe('faults', () => {
  it('control: a design that is not safe fails, without any fault', async () => {
    const { code, result } = await run('control', 'sqlite', 4)
    expect(code).toBe(1)
    expect(Object.keys(result.violations)).toContain('lost')
  })

  it.each(rows)(
    '[O5.1] [O7.1] %s on %s, %i times: no law is broken',
    async (name, store, count) => {
      const { code, result } = await run(name, store, count)
      expect(result.examples).toEqual([])
      expect(code).toBe(0)
      expect(result).toMatchObject({ scenario: name, store, violations: {} })
      // A run in which nothing happened proves nothing; mutants do not get as far as acknowledging.
      expect(result.count).toBe(count)
      if (name === 'mutants') return
      expect(result.acked).toBeGreaterThan(0)
      expect(result.agentCalls).toBeGreaterThan(0)
    }
  )
})
