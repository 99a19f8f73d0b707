import type { Repair, Source, SourceForm } from '../outcome.ts'
import { repairOf } from '../repair.ts'
import type { RepairCode } from '../repair-codes.ts'
import type { Span } from '../span.ts'
import { arrayNode, nodeOf, type ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import type { Survey } from '../value/survey.ts'

/**
 * What stands around a finding and speaks for or against it. A sample was announced as one; words
 * that make something an `example` may have meant what stands before them.
 */
export type Standing = 'final' | 'plain' | 'example' | 'sample' | 'template'

/** Data that was read, before anybody asked whether it fits. */
export interface Finding {
  readonly source: Source
  readonly value: unknown
  /** The nodes, when the tolerant reader was needed; native JSON gets them on demand. */
  readonly node: ValueNode | undefined
  readonly repairs: readonly Repair[]
  /** Where the value breaks off. */
  readonly truncatedAt: number | undefined
  readonly standing: Standing
  /** What there is to report about the value, where somebody looked already. */
  readonly seen: Survey | undefined
}

export function sourceOf(form: SourceForm, span: Span, outer: Span = span): Source {
  return { form, span, outer, reasoning: false }
}

/** A finding, of which nothing may be known but its nodes. */
export function findingOf(source: Source, found: Partial<Finding>): Finding {
  const { node, repairs = [], truncatedAt, standing = 'plain', seen } = found
  const value = node === undefined || 'value' in found ? found.value : plain(node)
  return { source, node, value, repairs, truncatedAt, standing, seen }
}

/** Several findings read as one list; nothing where there are not several. */
export function listOf(
  text: string,
  code: RepairCode,
  findings: readonly Finding[]
): Finding | undefined {
  const [first] = findings
  const last = findings.at(-1)
  if (first === undefined || last === undefined || first === last) return undefined
  const span = { start: first.source.span.start, end: last.source.span.end }
  const outer = { start: first.source.outer.start, end: last.source.outer.end }
  const items = findings.map(one => one.node ?? nodeOf(one.value, one.source.span))
  const repair = repairOf(code, [], text, span, `array of ${items.length}`)
  return findingOf(
    { ...first.source, span, outer },
    {
      node: arrayNode(span, items),
      repairs: [...findings.flatMap(one => one.repairs), repair],
      truncatedAt: last.truncatedAt,
      standing: first.standing
    }
  )
}
