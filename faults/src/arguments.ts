import { parseArgs } from 'node:util'
import type { StoreName } from './scenarios/scenario.ts'

/** What the command line asks for. */
export type Arguments = {
  scenario: string
  store: StoreName
  count: number | null
  seconds: number | null
  seed: number
  full: boolean
  json: boolean
}

export const usage = `npm run -s faults -- <scenario> [--store sqlite|redis] [--count n] [--seconds n] [--full] [--seed n] [--json]`

/** Reads the command line, or says what is wrong with it, or that only help is wanted. */
export const readArguments = (
  args: readonly string[]
): Arguments | { problem: string } | { help: true } => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        store: { type: 'string', default: 'sqlite' },
        count: { type: 'string' },
        seconds: { type: 'string' },
        seed: { type: 'string' },
        full: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false }
      }
    })
    if (values.help) return { help: true }
    const [scenario, ...rest] = positionals
    if (scenario === undefined || rest.length > 0) return { problem: 'Name one scenario.' }
    if (values.store !== 'sqlite' && values.store !== 'redis')
      return { problem: `There is no store ${values.store}.` }
    return {
      scenario,
      store: values.store,
      count: wholeNumber('count', values.count),
      seconds: wholeNumber('seconds', values.seconds),
      seed: wholeNumber('seed', values.seed) ?? Date.now() % 2 ** 32,
      full: values.full,
      json: values.json
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const wholeNumber = (name: string, text: string | undefined): number | null => {
  if (text === undefined) return null
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`--${name} is a whole number from 1 on, not ${text}.`)
  return value
}
