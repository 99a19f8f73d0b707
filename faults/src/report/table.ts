import type { Result } from './result.ts'

/** A run for people. */
export const tableOf = (result: Result): string => {
  const rows: [string, string][] = [
    ['scenario', `${result.scenario} on ${result.store}`],
    ['seed', String(result.seed)],
    ['seconds', result.seconds.toFixed(1)],
    ['count', String(result.count)],
    ['faults', String(result.faults)],
    ['acknowledged', String(result.acked)],
    ['committed', String(result.committed)],
    ['agent calls', String(result.agentCalls)],
    ['violations', listOf(result.violations) || 'none'],
    ['wasted', listOf(result.wasted)]
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`)
  const words = result.examples.map(
    ({ law, conversation, detail }) => `  ${law}: ${detail}${conversation && ` (${conversation})`}`
  )
  return [...lines, ...words].join('\n')
}

/** Counts in one line; those that are 0 are left out. */
export const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
