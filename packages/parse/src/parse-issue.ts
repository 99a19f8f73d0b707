import { isContainer } from './json.ts'
import type { ParseIssue } from './outcome.ts'
import { branchesOf, type Shape } from './schema/shape.ts'
import type { Path } from './span.ts'

/** How much of a value an issue or a repair quotes. */
const QUOTED = 80

/** Cuts a quotation to its length without splitting a surrogate pair. */
export function quote(text: string): string {
  if (text.length <= QUOTED) return text
  return `${text.slice(0, QUOTED - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Shows a value in at most 80 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return quote(JSON.stringify(value.slice(0, QUOTED)))
  if (Array.isArray(value)) return `array of ${value.length}`
  if (isContainer(value)) {
    return quote(`object with ${Object.keys(value).slice(0, 8).join(', ') || 'no keys'}`)
  }
  return quote(String(value))
}

/** Says what a shape asks for, in a few words. */
export function describeShape(shape: Shape): string {
  const parts = branchesOf(shape).map(branch =>
    branch.kind === 'choice'
      ? branch.options.map(option => JSON.stringify(option.value)).join(' or ')
      : branch.kind === 'number' && branch.integer
        ? 'integer'
        : branch.kind
  )
  return quote(parts.join(' or '))
}

export function issue(path: Path, rule: string, expected: string, value: unknown): ParseIssue {
  const got = describeValue(value)
  return { path, rule, expected, got, message: `expected ${expected}, got ${got}` }
}
