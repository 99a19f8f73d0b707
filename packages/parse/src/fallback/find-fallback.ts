import type { Finding } from '../find/finding.ts'
import { standingOf } from '../find/standing.ts'
import type { SourceForm } from '../outcome.ts'
import type { Shape } from '../schema/shape.ts'
import type { Region } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import type { ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { readKeyValueLines } from './key-value.ts'
import { targetOf } from './known-keys.ts'
import { readTable } from './table.ts'
import { readYaml } from './yaml.ts'

/**
 * Reads what is not JSON at all, when nothing better was found: YAML in a fence
 * or as the whole reply, a table, lines of keys and values.
 */
export function findFallbacks(
  text: string,
  within: Span,
  fences: readonly Region[],
  shape: Shape
): Finding[] {
  const target = targetOf(shape)
  if (target === undefined || text.length > LONGEST || !/[:|=：]/.test(text)) return []
  const findings: Finding[] = []
  const add = (form: SourceForm, node: ValueNode | undefined, region?: Region) => {
    if (node !== undefined) findings.push(findingOf(text, form, node, region))
  }
  for (const fence of fences) {
    if (/^(?:ya?ml)?$/.test(fence.language ?? '') && fence.span.start >= within.start) {
      add('yaml', readYaml(text, fence.span), fence)
    }
  }
  if (findings.length > 0) return findings
  add('table', readTable(text, within, target))
  if (findings.length === 0) add('key_value', readKeyValueLines(text, within, target))
  if (findings.length === 0) add('yaml', readYaml(text, within))
  return findings
}

/** Longer texts are not lists of keys and values. */
const LONGEST = 200_000

function findingOf(
  text: string,
  form: SourceForm,
  node: ValueNode,
  region: Region | undefined
): Finding {
  const span = { start: node.start, end: node.end }
  const outer = region?.outer ?? span
  const risk = 'guess' as const
  return {
    source: { form, span, outer, reasoning: false },
    value: plain(node),
    node,
    repairs: [
      {
        code: 'read_as_list',
        path: [],
        span,
        before: text.slice(span.start, Math.min(span.end, span.start + 80)),
        after: form,
        risk
      }
    ],
    unsafe: true,
    truncatedAt: undefined,
    standing: standingOf(text, outer.start, 0)
  }
}
