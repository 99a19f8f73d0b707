import { parseArgs } from 'node:util'
import { benchParse } from './src/parse/bench-parse.ts'

const USAGE = `npm run bench -- parse [--json] [--quick] [--only accuracy|conformance|speed|hostile]`

const BENCHES: Readonly<Record<string, typeof benchParse>> = { parse: benchParse }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' }
  }
})
const bench = BENCHES[positionals[0] ?? '']

if (bench === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await bench(values)
}
