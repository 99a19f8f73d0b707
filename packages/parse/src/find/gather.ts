import { REPAIR_RISKS } from '../repair-codes.ts'
import type { ValueNode } from '../value/node.ts'
import { nodeOf } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import type { Finding } from './finding.ts'

/** Between the members of a list there is nothing but separators and its numbers. */
const BETWEEN = /^[\s,;]*(?:(?:\d{1,3}[.)]|[-*•]|and)[ \t]*)?$/

/** Gathers objects that stand side by side into the array a schema asks for. */
export function gather(text: string, findings: readonly Finding[]): Finding | undefined {
  const run: Finding[] = []
  let longest: Finding[] = []
  for (const finding of findings) {
    const last = run.at(-1)
    const object = typeof finding.value === 'object' && !Array.isArray(finding.value)
    if (!object || finding.source.reasoning) continue
    if (
      last !== undefined &&
      !BETWEEN.test(text.slice(last.source.outer.end, finding.source.outer.start))
    ) {
      run.length = 0
    }
    run.push(finding)
    if (run.length >= longest.length) longest = [...run]
  }
  const [first] = longest
  const last = longest.at(-1)
  if (first === undefined || last === undefined || longest.length < 2) return undefined
  const span = { start: first.source.span.start, end: last.source.span.end }
  const items = longest.map(one => one.node ?? nodeOf(one.value, one.source.span))
  const node: ValueNode = { kind: 'array', ...span, items }
  const risk = REPAIR_RISKS.gathered
  const before = text.slice(span.start, Math.min(span.end, span.start + 80))
  const outer = {
    start: Math.min(span.start, first.source.outer.start),
    end: Math.max(span.end, last.source.outer.end)
  }
  return {
    source: { ...first.source, span, outer },
    value: plain(node),
    node,
    repairs: [
      ...longest.flatMap(one => one.repairs),
      { code: 'gathered', path: [], span, before, after: `array of ${items.length}`, risk }
    ],
    unsafe: true,
    truncatedAt: last.truncatedAt,
    standing: first.standing
  }
}
