import { scenarios } from '../scenarios/index.ts'
import type { Result } from './result.ts'
import { listOf } from './table.ts'

const intro = `# What faults were survived

Runs of \`npm run faults\`, one row each, written by \`faults/src/report.ts\`. A violation is a law of
[guarantees.md](../../docs/guarantees.md) that was broken; the control has to break some. What was wasted is
the price of surviving: turns that ended as uncertain, calls of the agent that were repeated, late replies
that were kept, attempts of clients beyond the first. A seed makes the same choices again, not the same
moments.

`

const columns = [
  'scenario',
  'store',
  'count',
  'acknowledged',
  'committed',
  'agent calls',
  'violations',
  'wasted',
  'seconds',
  'seed'
]

/** Runs as a page, in the order of the proof. */
export const markdownOf = (results: readonly Result[]): string => {
  const rows = scenarios.flatMap(({ name, counts }) =>
    results.filter(({ scenario }) => scenario === name).map(result => rowOf(result, counts))
  )
  return `${intro}| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n${rows.join('\n')}\n`
}

const rowOf = (result: Result, counts: string): string =>
  `| ${[
    result.scenario,
    result.store,
    `${result.count} ${counts}`,
    result.acked,
    result.committed,
    result.agentCalls,
    listOf(result.violations) || '0',
    listOf(result.wasted) || '–',
    Math.round(result.seconds),
    result.seed
  ].join(' | ')} |`
