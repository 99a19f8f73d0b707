import type { Reading } from '../reading.ts'
import { repairOf } from '../repair.ts'
import type { RepairCode } from '../repair-codes.ts'
import { skipGap } from '../value/gap.ts'
import type { ValueNode } from '../value/node.ts'
import { isQuote } from '../value/quotes.ts'
import { findData } from './find-data.ts'
import { type Finding, findingOf, listOf, sourceOf } from './finding.ts'
import { type ReadAt, readerOf } from './read-at.ts'

/** Ticks inside of a document that has begun belong to it. */
const OPENING = /^[^{["']*?(?:^|\n)[^\S\n]*(`{3,})[^\S\n]*(?:[\w+-]+[^\S\n]*)?(?:\n|(?=[{[]))/

/** What may stand behind a root value, when it is no guess to leave it out. */
const STRAY: Readonly<Record<string, RepairCode>> = {
  ',': 'comma_removed',
  '}': 'bracket_removed',
  ']': 'bracket_removed'
}

/** Reads the whole text as one document that may be broken; a fence around it is packaging. */
export function findDocument(reading: Reading): Finding | undefined {
  const { text } = reading
  const read = readerOf(reading)
  const [opening = '', ticks] = OPENING.exec(text) ?? []
  const close = ticks === undefined ? -1 : text.lastIndexOf('```')
  const closed = close >= opening.length
  const start = skipGap(text, opening.length)
  const roots = readRoots(closed ? text.slice(0, close) : text, start, read)
  const found = listOf(text, 'roots_listed', roots) ?? roots[0]
  if (found === undefined) {
    const prose = ticks !== undefined || /[\p{L}.]/u.test(text[start] ?? '')
    return prose ? amidProse(reading, read) : undefined
  }
  const outer = {
    start: ticks === undefined ? start : opening.indexOf(ticks),
    end: closed ? close + 3 : text.length
  }
  const form = ticks === undefined ? 'document' : 'fence'
  return { ...found, source: sourceOf(form, found.source.span, outer) }
}

/** Reads one root value after the other; none when what is there is no document. */
function readRoots(text: string, start: number, readAt: ReadAt): Finding[] {
  const roots: Finding[] = []
  const end = text.length
  for (let at = start; at < end; ) {
    const read = readAt(at, end, { document: true })
    const { node } = read
    if (node === undefined || isProse(text, node, roots.length > 0)) return []
    const repairs = [...read.repairs]
    const note = (code: RepairCode, start: number, end: number) => {
      repairs.push(repairOf(code, [], text, { start, end }))
    }
    at = skipGap(text, read.end)
    while (at < end && ',}])`;'.includes(text[at] ?? '')) {
      note(STRAY[text[at] ?? ''] ?? 'trailing_text_removed', at, at + 1)
      at = skipGap(text, at + 1)
    }
    if (at < end && !/[,\n]/.test(text.slice(read.end, at))) {
      // A number behind a whole document is no part of it; anything else makes it none.
      const whole = node.kind === 'object' || node.kind === 'array'
      if (!whole || !/[-\d."]/.test(text[at] ?? '')) return []
      note('trailing_text_removed', at, end)
      at = end
    }
    const source = sourceOf('document', { start: node.start, end: read.end })
    const { truncatedAt } = read
    roots.push(findingOf(source, { node, repairs, truncatedAt }))
  }
  return roots
}

/** Words around a bracket, or more than one word beside another value, are prose. */
function isProse(text: string, node: ValueNode, isLater: boolean): boolean {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return false
  if (isQuote(text.charCodeAt(node.start)) || text.startsWith('\\"', node.start)) return false
  if (isLater && /[\s:|]/.test(node.value)) return true
  return /^-$|^:|[[{]/.test(node.value) && !/^\/.*\/[a-z]*$/.test(node.value)
}

/** What is whole amid words: all that stands in fences, or the last thing. */
function amidProse(reading: Reading, read: ReadAt): Finding | undefined {
  const whole = findData(reading, read).findings.filter(found => found.truncatedAt === undefined)
  const fences = whole.filter(found => found.source.form === 'fence')
  return listOf(reading.text, 'roots_listed', fences) ?? whole.at(-1)
}
