import { parseArgs } from 'node:util'
import { benchParse } from './src/parse/bench-parse.ts'
import { benchTurns } from './src/turns/bench-turns.ts'

const USAGE = `npm run -s bench -- parse [--json] [--quick] [--only accuracy|conformance|speed|hostile]
npm run -s bench -- turns [--json] [--quick] [--capacity] [--only latency|throughput|storage|safety]`

const BENCHES = { parse: benchParse, turns: benchTurns }

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      capacity: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false }
    }
  })
  const [name = ''] = positionals
  if (values.help) console.log(USAGE)
  else if (Object.hasOwn(BENCHES, name)) await BENCHES[name as keyof typeof BENCHES](values)
  else refuse(`Name one of ${Object.keys(BENCHES).join(' and ')}.`)
} catch (error) {
  if (!isWrongUsage(error)) throw error
  refuse(error.message)
}

function refuse(problem: string): void {
  console.error(`${problem}\n${USAGE}`)
  process.exitCode = 2
}

function isWrongUsage(error: unknown): error is Error {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
