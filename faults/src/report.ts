// Writes benchmarks/results/faults.md, as text, from what `--json` printed into the files that are named.
import { readFileSync } from 'node:fs'
import { markdownOf } from './report/markdown.ts'
import type { Result } from './report/result.ts'

const results = process.argv.slice(2).flatMap(file => {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Result | Result[]
  return Array.isArray(read) ? read : [read]
})
process.stdout.write(markdownOf(results))
