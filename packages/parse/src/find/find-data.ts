import { nativeJson } from '../native-json.ts'
import type { Reading } from '../reading.ts'
import { type Region, scan } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { skipGap, skipSpace } from '../value/gap.ts'
import { plain } from '../value/plain.ts'
import type { ReadResult } from '../value/read-value.ts'
import { survey } from '../value/survey.ts'
import { Collection } from './collection.ts'
import type { Finding } from './finding.ts'
import { lookBehind } from './packaging.ts'
import { Patience } from './patience.ts'
import { isPlausible, mayBeData } from './plausible.ts'
import type { ReadAt } from './read-at.ts'
import { hiddenBehind } from './stray.ts'
import { inReasoning, withStandings } from './with-standings.ts'

/** How many readings may fail before the rest is taken for something else than data. */
const MOST_FAILURES = 2048

/** What a reply holds, from left to right. */
export interface Found {
  readonly findings: readonly Finding[]
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
  const found = new Collection(reading)
  const patience = new Patience(text.length)
  const fences: Region[] = []
  /** What has been tried as JSON before. */
  const whole = text.trim()
  let failures = 0

  const isFull = (): boolean => {
    if (failures <= MOST_FAILURES && found.candidates < limits.candidates) {
      return reached.has('tokens')
    }
    reached.add('candidates')
    return true
  }

  /** Reads what a region holds; returns where the scan goes on. */
  const visit = (region: Region): number => {
    if (isFull()) return text.length
    const { start, end } = region.span
    const next = found.behindDoubt(start)
    if (next > start) return next
    if (region.form === 'fence') return fence(region)
    return native(start, patience.closing(text, start), region) ?? tolerant(start, end, region)
  }

  const fence = (region: Region): number => {
    const { start, end } = region.span
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
      at = found.behindDoubt(next)
      if (at === next && at < end) at = tolerant(at, end, region)
      after = Math.max(after, at)
    }
    return after
  }

  /** Takes valid JSON; returns where the scan goes on, or undefined when it is none. */
  const native = (start: number, end: number, region: Region): number | undefined => {
    const inside = text.slice(start, end).trimEnd()
    const parsed = inside === whole ? undefined : nativeJson(inside)
    if (parsed === undefined) return undefined
    const span = { start, end: start + inside.length }
    if (region.form !== 'fence' && !isPlausible(text, span, parsed.value, shape)) return start + 1
    const seen = survey(parsed.value, limits.depth)
    if (!seen.tooDeep) return found.add(region, span, { ...parsed, seen })
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
    const hidden =
      region.form === 'fence' ? undefined : hiddenBehind(reading, start, result, patience)
    if (hidden === undefined) return found.add(region, span, { ...result, value })
    patience.spend(end - start)
    return failed(start, hidden)
  }

  /** Goes on right behind what failed, as long as that is cheap; what is too deep is left out. */
  const failed = (start: number, at: number, deep = false): number => {
    failures++
    patience.spend(at - start + 1)
    if (deep) return Math.max(patience.closing(text, start), at + 1)
    return patience.isOver ? Math.max(start + 1, at) : start + 1
  }

  /**
   * A fence may close inside of a string that itself holds a fence: what breaks off
   * at the end of a fence is read again beyond it.
   */
  const readToEnd = (start: number, limit: number): ReadResult => {
    const result = read(start, limit)
    if (result.truncatedAt === undefined || limit >= text.length || patience.isOver) return result
    const beyond = read(start, text.length)
    patience.spend(text.length - start)
    const isWhole = beyond.node !== undefined && beyond.truncatedAt === undefined
    return isWhole && lookBehind(text, 'fence', beyond.end) > beyond.end ? beyond : result
  }

  const reasoning = scan(text, visit)
  return {
    findings: withStandings(reading, found.findings, reasoning),
    quoted: found.quoted.map(inReasoning(reasoning)),
    fences,
    reasoning
  }
}
