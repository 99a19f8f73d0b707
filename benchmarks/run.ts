import { parseArgs } from 'node:util'
import { benchParse } from './src/parse/bench-parse.ts'
import { benchTurns } from './src/turns/bench-turns.ts'

const USAGE = `npm run bench -- parse [--json] [--quick] [--only accuracy|conformance|speed|hostile]
npm run bench -- turns [--json] [--quick] [--capacity] [--only latency|throughput|storage|safety]`

const BENCHES = { parse: benchParse, turns: benchTurns }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    only: { type: 'string' }
  }
})
const [name = ''] = positionals

if (!Object.hasOwn(BENCHES, name)) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await BENCHES[name as keyof typeof BENCHES](values)
}
