import { type Finding, findingOf, sourceOf } from '../find/finding.ts'
import { standingOf } from '../find/words-before.ts'
import type { SourceForm } from '../outcome.ts'
import { repairOf } from '../repair.ts'
import type { Shape } from '../schema/shape.ts'
import { textBefore } from '../segment/characters.ts'
import type { Region } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import type { ValueNode } from '../value/node.ts'
import { linesOf } from './lines.ts'
import { readKeyValueLines, readParameters, readTable, targetOf } from './records.ts'
import { readYaml } from './yaml.ts'

/** Longer texts are not lists of keys and values. */
const LONGEST = 200_000

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
  const found = (form: SourceForm, node: ValueNode | undefined, outer?: Span): Finding[] => {
    if (node === undefined) return []
    const source = sourceOf(form, { start: node.start, end: node.end }, outer)
    const repairs = [repairOf('read_as_list', [], text, node, form)]
    const standing = standingOf(text, source.outer, 0, false)
    return [findingOf(source, { node, repairs, standing })]
  }
  const call = readParameters(text, within, target)
  if (call !== undefined) return found('tool_call', call)
  const fenced = fences
    .filter(
      ({ language = '', span }) => /^(?:ya?ml)?$/.test(language) && span.start >= within.start
    )
    .flatMap(({ span, outer }) => found('yaml', readYaml(text, linesOf(text, span)), outer))
  if (fenced.length > 0) return fenced
  const lines = linesOf(text, within)
  const table = readTable(lines, target)
  const pairs = table ?? readKeyValueLines(lines, target)
  return found(table ? 'table' : pairs ? 'key_value' : 'yaml', pairs ?? readYaml(text, lines))
}

/** Says whether brackets stand behind a key or dash on their line: a value among lines of such. */
export function standsInLine(text: string, { start, end }: Span): boolean {
  const before = textBefore(text, start, 80)
  const isValue = /(?:^|\n)[^\n[\]{}"]{0,64}(?:[:：=|]|-)\s*$/.test(before)
  return isValue && !text.slice(start, end).includes('\n')
}
