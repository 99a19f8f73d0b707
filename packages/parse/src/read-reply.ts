import { findInCard, looksLikeCard } from './card/find-in-card.ts'
import { conclude } from './conclude.ts'
import { findFallbacks, standsInLine } from './fallback/find-fallback.ts'
import { type Found, findData } from './find/find-data.ts'
import { gather } from './find/gather.ts'
import { findPrefilled } from './find/prefilled.ts'
import { findProse } from './find/prose.ts'
import { type ReadAt, readerOf } from './find/read-at.ts'
import { secondLooks } from './find/second-look.ts'
import { hasParts } from './json.ts'
import { judge, placeOf } from './judge/judge.ts'
import type { Judged } from './judge/judged.ts'
import type { Outcome } from './outcome.ts'
import type { Reading } from './reading.ts'
import { branchesOf, type Shape } from './schema/shape.ts'
import type { Region } from './segment/scan.ts'

const NOTHING: Found = { findings: [], quoted: [], fences: [], reasoning: [] }

/**
 * Finds the data in what an agent said; where nothing fits, once more in the text as it may have
 * been meant.
 *
 * @param asWhole the whole text, where it is JSON that does not fit
 */
export function readReply(reading: Reading, asWhole: Judged | undefined): Outcome {
  const outcome = readOnce(reading, asWhole)
  if (outcome.kind === 'structured') return outcome
  for (const { text, repair } of secondLooks(reading.text)) {
    const again = readOnce({ ...reading, text, mended: repair }, undefined)
    if (again.kind === 'structured') return again
  }
  return outcome
}

function readOnce(reading: Reading, asWhole: Judged | undefined): Outcome {
  const { text, shape } = reading
  const read = readerOf(reading)
  const found = asWhole === undefined ? findData(reading, read) : NOTHING
  const whole = asWhole === undefined || isSaid(asWhole.finding.value, shape) ? [] : [asWhole]
  const data = [...whole, ...judgeData(reading, found)]
  const judged = [
    ...data,
    ...data.flatMap(({ finding }) => {
      if (!looksLikeCard(finding.value)) return []
      const inside = findInCard(finding, placeOf(reading, finding), reading.limits.depth)
      return inside.map(one => judge(reading, one))
    })
  ]
  const saidFrom = found.reasoning.at(-1)?.end ?? 0
  const words = shape ? judgeWords(reading, shape, read, found.fences, judged, saidFrom) : []
  // What an agent only thought is no answer when it went on to say something.
  const saidMore = saidFrom > 0 && text.slice(saidFrom).trim() !== ''
  return conclude(
    reading,
    [...judged, ...words].filter(one => !saidMore || !one.finding.source.reasoning)
  )
}

/** Judges what reads as data; objects that are one list together are no answers of their own. */
function judgeData(reading: Reading, { findings, quoted }: Found): Judged[] {
  const gathered = reading.shape?.kind === 'array' ? gather(reading.text, findings) : undefined
  const list = gathered && judge(reading, gathered.list)
  const alone = list?.fits ? findings.filter(one => !gathered?.members.has(one)) : findings
  const judged = [...alone, ...quoted].map(one => judge(reading, one))
  return list?.fits ? [...judged, list] : judged
}

/** Judges what may be data in another form than JSON, or in words. */
function judgeWords(
  reading: Reading,
  shape: Shape,
  read: ReadAt,
  fences: readonly Region[],
  judged: readonly Judged[],
  saidFrom: number
): Judged[] {
  const { text } = reading
  // Lines of keys and values may hold lists and objects in brackets.
  const isFound = judged.some(
    ({ fits, finding: { source } }) =>
      !source.reasoning && (fits || !standsInLine(text, source.span))
  )
  const within = { start: saidFrom, end: text.length }
  const findings = [
    findProse(text, saidFrom, shape),
    findPrefilled(reading, read),
    ...(isFound ? [] : findFallbacks(text, within, fences, shape))
  ]
  const words = findings.flatMap(finding => (finding ? judge(reading, finding) : []))
  // Prose that is no answer is not a failed one, where an object was asked for.
  return words.filter(one => one.fits || isScalarShape(shape))
}

/** A bare scalar is something the agent said, and no failed attempt, where none was asked for. */
function isSaid(value: unknown, shape: Shape | undefined): boolean {
  return shape !== undefined && !isScalarShape(shape) && !hasParts(value)
}

function isScalarShape(shape: Shape): boolean {
  return !branchesOf(shape).some(({ kind }) => /^(?:object|array|any)$/.test(kind))
}
