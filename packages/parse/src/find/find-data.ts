import type { Reading } from '../reading.ts'
import { repairOf } from '../repair.ts'
import { survey } from '../schema/survey.ts'
import { matchEnd } from '../segment/characters.ts'
import { type Region, scan } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { skipGap, skipSpace } from '../value/gap.ts'
import { plain } from '../value/plain.ts'
import type { ReadResult } from '../value/read-value.ts'
import { type Finding, findingOf } from './finding.ts'
import { goesOn } from './gather.ts'
import { closingBracket, mayBeData, nativeJson } from './native.ts'
import { lookBehind, packagingOf } from './packaging.ts'
import { isPlausible } from './plausible.ts'
import type { ReadAt } from './read-at.ts'
import { beginsData, expectsValue, isAmidWords } from './stray.ts'
import { inReasoning, withStandings } from './with-standings.ts'

/** What is left of a string that data was cut out of. */
const LEFTOVER = /"(?=\s*[,}\]:])/y

/** A bracket, or a fence on a line of its own. */
const OPENER = /[{[]|(?<=\n[ \t]*)(?:```|~~~)[^\n`{[]*\n/g

/** How many readings may fail before the rest is taken for something else than data. */
const MOST_FAILURES = 2048

/** What a reply holds, from left to right. */
export interface Found {
  readonly findings: Finding[]
  /** What stands inside of strings that may have ended before it. */
  readonly quoted: readonly Finding[]
  /** The fences met, for those that read something else than JSON in them. */
  readonly fences: readonly Region[]
  /** The stretches that are reasoning. */
  readonly reasoning: readonly Span[]
}

/** Finds everything in a reply that reads as data. */
export function findData(reading: Reading, read: ReadAt): Found {
  const { text, limits, reached, shape } = reading
  const findings: Finding[] = []
  const quoted: Finding[] = []
  const fences: Region[] = []
  /** What has been tried as JSON before. */
  const whole = text.trim()
  /** How many characters may be read, and searched for closing brackets, in vain. */
  let patience = 2 * text.length + 4096
  let failures = 0
  let candidates = 0
  /** The last finding with a string that may have swallowed what is data itself. */
  let doubtful: { readonly text: Span; readonly end: number } | undefined

  const isFull = (): boolean => {
    if (failures <= MOST_FAILURES && candidates < limits.candidates) {
      return reached.has('tokens')
    }
    reached.add('candidates')
    return true
  }

  const closing = (start: number): number => {
    const end = patience > 0 ? closingBracket(text, start) : start
    if (end === start) patience -= text.length - start
    return end
  }

  /** Reads what a region holds; returns where the scan goes on. */
  const visit = (region: Region): number => {
    if (isFull()) return text.length
    const { start, end } = region.span
    const next = behindDoubt(start)
    if (next > start) return next
    if (region.form !== 'fence') {
      return native(start, closing(start), region) ?? tolerant(start, end, region)
    }
    fences.push(region)
    // Brackets amid YAML are a part of it.
    if (/^ya?ml$/.test(region.language ?? '') && !/[[{]/.test(text[skipGap(text, start)] ?? '')) {
      return region.outer.end
    }
    let at = skipSpace(text, start)
    if (native(at, end, region) !== undefined) at = end
    let after = region.outer.end
    while (at < end) {
      if (isFull()) return text.length
      // A tuple may open it.
      const opener = text.slice(at, end).search(/^\(|[[{]/)
      const next = opener === -1 ? end : at + opener
      at = behindDoubt(next)
      if (at === next && at < end) at = tolerant(at, end, region)
      after = Math.max(after, at)
    }
    return after
  }

  /** Goes from behind a doubtful string to the end of its finding, which was read already. */
  const behindDoubt = (at: number): number =>
    doubtful !== undefined && at >= doubtful.text.end ? Math.max(at, doubtful.end) : at

  /** Takes valid JSON; returns where the scan goes on, or undefined when it is none. */
  const native = (start: number, end: number, region: Region): number | undefined => {
    const inside = text.slice(start, end).trimEnd()
    const parsed = inside === whole ? undefined : nativeJson(inside)
    if (parsed === undefined) return undefined
    const span = { start, end: start + inside.length }
    if (region.form !== 'fence' && !isPlausible(text, span, parsed.value, shape)) return start + 1
    const seen = survey(parsed.value, limits.depth)
    if (!seen.tooDeep) return add(region, span, { ...parsed, seen })
    reached.add('depth')
    return end
  }

  /** Reads one value and keeps it when it looks like data; returns where the scan goes on. */
  const tolerant = (start: number, limit: number, region: Region): number => {
    if (!mayBeData(text, start)) return failed(start, start)
    const result = readToEnd(start, limit)
    const { node, end } = result
    if (node === undefined) return failed(start, end, result.failed === 'depth')
    const span = { start: node.start, end }
    const value = plain(node)
    if (!isPlausible(text, span, value, shape)) return failed(start, end)
    const inside = region.form === 'fence' ? undefined : swallowedBy(start, result)
    if (inside === undefined) return add(region, span, { ...result, value })
    patience -= end - start
    return failed(start, inside)
  }

  /** Where data begins that a stray bracket, read as data itself, would hide. */
  const swallowedBy = (start: number, { end, truncatedAt, repairs }: ReadResult) => {
    const looksLikeData = beginsData(text, start)
    const amidWords = isAmidWords(text, start)
    const isOdd = truncatedAt !== undefined || repairs.some(one => one.risk === 'guess')
    if (looksLikeData ? !amidWords || !isOdd : !amidWords && !isOdd && text[start] === '{') {
      return undefined
    }
    OPENER.lastIndex = start + 1
    for (let found = OPENER.exec(text); found !== null; found = OPENER.exec(text)) {
      const { 0: fence, index } = found
      if (index >= end || patience <= 0) return undefined
      const from = fence.length > 1 ? skipSpace(text, OPENER.lastIndex) : index
      if (fence.length > 1 && !looksLikeData) return index
      const span = { start: from, end: closing(from) }
      const value = nativeJson(text.slice(span.start, span.end))?.value
      if (value === undefined) patience -= span.end - from
      else if (!(looksLikeData && expectsValue(text.slice(Math.max(start, index - 200), index)))) {
        if (isPlausible(text, span, value, shape)) return index
      }
      OPENER.lastIndex = Math.max(value === undefined ? index + 1 : span.end, OPENER.lastIndex)
    }
    return undefined
  }

  /** Goes on right behind what failed, as long as that is cheap; what is too deep is left out. */
  const failed = (start: number, at: number, deep = false): number => {
    failures++
    patience -= at - start + 1
    if (deep) return Math.max(closing(start), at + 1)
    return patience > 0 ? start + 1 : Math.max(start + 1, at)
  }

  /**
   * A fence may close inside of a string that itself holds a fence: what breaks off
   * at the end of a fence is read again beyond it.
   */
  const readToEnd = (start: number, limit: number): ReadResult => {
    const result = read(start, limit)
    if (result.truncatedAt === undefined || limit >= text.length || patience <= 0) return result
    const beyond = read(start, text.length)
    patience -= text.length - start
    const isWhole = beyond.node !== undefined && beyond.truncatedAt === undefined
    return isWhole && lookBehind(text, 'fence', beyond.end) > beyond.end ? beyond : result
  }

  const add = (region: Region, span: Span, found: Partial<Finding>): number => {
    const source = packagingOf(text, region, span)
    const isQuoted = doubtful !== undefined && span.start < doubtful.text.end
    const list = isQuoted ? quoted : findings
    const repairs = [...(found.repairs ?? [])]
    // A string around it goes on: somebody's words, copied without their escapes.
    const leftover = text[span.start - 1] === '"' ? -1 : matchEnd(LEFTOVER, text, span.end)
    if (leftover !== -1) {
      const rest = { start: span.end, end: leftover }
      repairs.push(repairOf('trailing_text_removed', [], text, rest))
    }
    const standing = isQuoted ? 'example' : 'plain'
    const finding = findingOf(source, { ...found, repairs, standing })
    const before = list.at(-1)
    // The members of a list are no candidates of their own.
    if (isQuoted || shape?.kind !== 'array' || !before || !goesOn(text, before, finding)) {
      candidates++
    }
    list.push(finding)
    const end = region.form === 'bare' ? source.outer.end : span.end
    const guess = isQuoted ? undefined : found.repairs?.find(one => one.code === 'string_guessed')
    if (guess === undefined) return end
    doubtful = { text: guess.span, end }
    return guess.span.start
  }

  const reasoning = scan(text, visit)
  return {
    findings: withStandings(reading, findings, reasoning),
    quoted: quoted.map(inReasoning(reasoning)),
    fences,
    reasoning
  }
}
