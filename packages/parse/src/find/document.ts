import type { Repair, Source } from '../outcome.ts'
import { REPAIR_RISKS, type RepairCode } from '../repair-codes.ts'
import { lineEnd } from '../segment/characters.ts'
import type { Span } from '../span.ts'
import { skipGap } from '../value/gap.ts'
import type { ObjectNode, ValueNode } from '../value/node.ts'
import { nodeOf } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import type { Finder } from './finder.ts'
import type { Finding } from './finding.ts'
import { keyPair, readMembers } from './members.ts'
import { nativeJson } from './native.ts'

/** Reads the whole text as one document that may be broken; prose around a fence is packaging. */
export function findDocument(finder: Finder): Finding | undefined {
  const { text } = finder
  const several = severalFences(finder)
  if (several !== undefined) return several
  const inside = packaged(text)
  const at = skipGap(text.slice(0, inside.end), inside.start)
  if (at >= inside.end) return undefined
  const native = nativeJson(text.slice(at, inside.end))
  if (native !== undefined)
    return finding(inside, at, inside.end, native.value, undefined, [], undefined)
  return new DocumentReader(finder, inside).read(at) ?? amidProse(finder, at)
}

/** Several fences with data in them are several documents. */
function severalFences(finder: Finder): Finding | undefined {
  const { text } = finder
  const start = text.search(/\S/)
  const ticks = text.split('```').length - 1
  if (ticks < 4 || '{["\''.includes(text[start] ?? '{')) return undefined
  finder.run()
  const fenced = finder.findings.filter(found => found.source.form !== 'bare')
  const [first] = fenced
  const last = fenced.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (first === last) return first
  const span = { start: first.source.span.start, end: last.source.span.end }
  const items = fenced.map(found => found.node ?? nodeOf(found.value, found.source.span))
  const node: ValueNode = { kind: 'array', ...span, items }
  const outer = { start: first.source.outer.start, end: last.source.outer.end }
  const risk = REPAIR_RISKS.roots_listed
  const before = text.slice(span.start, Math.min(span.end, span.start + 80))
  const repair: Repair = { code: 'roots_listed', path: [], span, before, after: '', risk }
  const repairs = [...fenced.flatMap(found => found.repairs), repair]
  return finding(
    { ...span, form: 'fence', outer },
    span.start,
    span.end,
    plain(node),
    node,
    repairs,
    undefined
  )
}

interface Packaged extends Span {
  readonly form: 'document' | 'fence'
  readonly outer: Span
}

/** The text inside of a fence, or all of it. */
function packaged(text: string): Packaged {
  const whole = { start: 0, end: text.length }
  const bracketed = /^\s*[[{]```\w*\n/.exec(text)
  const closing = /```[\]}]\s*$/.exec(text.slice(-200))
  if (bracketed !== null && closing !== null) {
    const end = text.length - (closing[0] ?? '').length
    return { start: bracketed[0].length, end, form: 'fence', outer: whole }
  }
  const opening = /(?:^|\n)[^\S\n]*(`{3,})[^\S\n]*[\w+-]*[^\S\n]*(?:\n|(?=[{[]))/.exec(text)
  if (opening === null) return { ...whole, form: 'document', outer: whole }
  const ticks = opening.index + opening[0].indexOf('`')
  // Ticks inside of a document that has begun belong to it.
  if (/[{["']/.test(text.slice(0, ticks))) return { ...whole, form: 'document', outer: whole }
  const start = opening.index + opening[0].length
  const close = text.lastIndexOf('```')
  const end = close >= start ? close : text.length
  return {
    start,
    end,
    form: 'fence',
    outer: { start: ticks, end: close >= start ? lineEnd(text, close) : end }
  }
}

function finding(
  inside: Packaged,
  start: number,
  end: number,
  value: unknown,
  node: ValueNode | undefined,
  repairs: readonly Repair[],
  truncatedAt: number | undefined
): Finding {
  const span = { start, end }
  const source: Source = { form: inside.form, span, outer: inside.outer, reasoning: false }
  return { source, value, node, repairs, unsafe: true, truncatedAt, standing: 'plain' }
}

class DocumentReader {
  readonly #finder: Finder
  readonly #inside: Packaged
  readonly #repairs: Repair[] = []
  readonly #roots: ValueNode[] = []
  #truncatedAt: number | undefined

  constructor(finder: Finder, inside: Packaged) {
    this.#finder = finder
    this.#inside = inside
  }

  read(start: number): Finding | undefined {
    let at = start
    while (at < this.#inside.end) {
      const next = this.#root(at)
      if (next === -1) return undefined
      at = this.#between(next)
      if (at === -1) return undefined
    }
    return this.#conclude(start)
  }

  /** Reads one root value; returns its end or -1. */
  #root(at: number): number {
    const { text } = this.#finder
    const { end } = this.#inside
    const members = keyPair(text, at, end)
    const result = members ? readMembers(this.#finder, at, end) : this.#finder.read(at, end, true)
    if (result.node === undefined || isNoRoot(result.node)) return -1
    this.#roots.push(result.node)
    this.#repairs.push(...result.repairs)
    this.#truncatedAt ??= result.truncatedAt
    return result.end
  }

  /** Skips what may stand between two roots; returns where the next one begins, or -1. */
  #between(from: number): number {
    const { text } = this.#finder
    const { end } = this.#inside
    let at = skipGap(text.slice(0, end), from)
    let separated = text.slice(from, at).includes('\n')
    while (at < end && ',}])`;'.includes(text[at] ?? '')) {
      const char = text[at] ?? ''
      if (char === ',') separated = true
      this.#note(
        char === ',' ? 'comma_removed' : char === '`' ? 'comment_removed' : 'bracket_removed',
        at,
        at + 1
      )
      const next = skipGap(text.slice(0, end), at + 1)
      if (text.slice(at, next).includes('\n')) separated = true
      at = next
    }
    if (at >= end) return end
    const last = this.#roots.at(-1)
    if (last?.kind === 'object' && keyPair(text, at, end)) return this.#mergeMembers(last, at)
    return separated ? at : this.#leftover(at)
  }

  /** Members behind the closing brace belong to the object that closed too early. */
  #mergeMembers(target: ObjectNode, at: number): number {
    const result = readMembers(this.#finder, at, this.#inside.end)
    if (result.node === undefined || result.node.kind !== 'object') return -1
    this.#note('member_merged', at, result.end)
    target.entries.push(...result.node.entries)
    target.end = result.end
    this.#repairs.push(...result.repairs)
    return this.#between(result.end)
  }

  /** What follows without a separator: an empty list in front, a number behind, or no document. */
  #leftover(at: number): number {
    const { text } = this.#finder
    const [first] = this.#roots
    const empty = first?.kind === 'array' && first.items.length === 0
    if (empty && this.#roots.length === 1 && text[at] === '{') {
      this.#roots.pop()
      return at
    }
    if (first === undefined || (first.kind !== 'object' && first.kind !== 'array')) return -1
    if (!/^[-\d."]/.test(text.slice(at, at + 1))) return -1
    this.#note('trailing_text_removed', at, this.#inside.end)
    return this.#inside.end
  }

  #note(code: RepairCode, start: number, end: number): void {
    const before = this.#finder.text.slice(start, Math.min(end, start + 80))
    const risk = REPAIR_RISKS[code]
    this.#repairs.push({ code, path: [], span: { start, end }, before, after: '', risk })
  }

  #conclude(start: number): Finding | undefined {
    const [first] = this.#roots
    const last = this.#roots.at(-1)
    if (first === undefined || last === undefined) return undefined
    const many = this.#roots.length > 1
    if (many) this.#note('roots_listed', first.start, last.end)
    const node: ValueNode = many
      ? { kind: 'array', start: first.start, end: last.end, items: this.#roots }
      : first
    return finding(
      this.#inside,
      start,
      last.end,
      plain(node),
      node,
      this.#repairs,
      this.#truncatedAt
    )
  }
}

/** Bare words around a bracket are prose with something in it, not a document. */
function isNoRoot(node: ValueNode): boolean {
  if (node.kind !== 'string' || node.quoted) return false
  if (/^\/.*\/[a-z]*$/.test(node.value)) return false
  return node.value === '-' || node.value.startsWith(':') || /[[{]/.test(node.value)
}

/** The last thing in a text of words that reads as data. */
function amidProse(finder: Finder, at: number): Finding | undefined {
  if (!/[\p{L}.]/u.test(finder.text[at] ?? '')) return undefined
  finder.run()
  return finder.findings.findLast(found => found.truncatedAt === undefined)
}
