import { findInCard, looksLikeCard } from './card/find-in-card.ts'
import { conclude } from './conclude.ts'
import { findFallbacks, standsInLine } from './fallback/find-fallback.ts'
import { findDocument } from './find/document.ts'
import { findData } from './find/find-data.ts'
import { type Finding, findingOf, sourceOf } from './find/finding.ts'
import { gather } from './find/gather.ts'
import { findPrefilled } from './find/prefilled.ts'
import { findProse } from './find/prose.ts'
import { readerOf } from './find/read-at.ts'
import { secondLooks } from './find/second-look.ts'
import { isTemplate } from './find/template.ts'
import { hasParts } from './json.ts'
import { judge, placeOf } from './judge/judge.ts'
import type { Judged } from './judge/judged.ts'
import { nativeJson } from './native-json.ts'
import type { ParseOptions } from './options.ts'
import type { Outcome } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { type Reading, readingOf } from './reading.ts'
import { branchesOf, type Shape } from './schema/shape.ts'
import { type InferData, isSchema, type Schema } from './schema/standard-schema.ts'

/**
 * Reads structured data out of a reply; it never throws, whatever comes in.
 *
 * A reply without anything like data is `passthrough`, and a bare scalar counts
 * as data only where the schema asks for one. What is no schema at all is an issue
 * of the rule `schema`.
 *
 * @param text what the agent said; offsets in the outcome count its UTF-16 units
 * @returns `structured` with data that fits, `parse_error` when data was there
 *   and did not fit, `passthrough` when no attempt was made
 */
export function parseReply<const S extends Schema>(
  text: string,
  options: ParseOptions<S> = {}
): Outcome<InferData<S>> {
  return read(readingOf(text, options)) as Outcome<InferData<S>>
}

function read(reading: Reading): Outcome {
  const { text, options, reached } = reading
  const { schema } = options
  if (schema !== undefined && !isSchema(schema)) {
    return refuse(reading, 'schema', 'a JSON Schema or a Standard Schema', schema)
  }
  const strict = options.strict === true
  const whole = findWhole(reading, strict)
  const asWhole = whole && judge(reading, whole, strict)
  if (reached.has('depth')) return refuse(reading, 'depth', 'fewer levels')
  if (asWhole?.fits === true || (strict && asWhole !== undefined))
    return conclude(reading, [asWhole])
  if (strict) return refuse(reading, 'json', 'valid JSON and nothing else')
  if (options.mode !== 'document') {
    const outcome = readReply(reading, asWhole)
    if (outcome.kind === 'structured') return outcome
    for (const { text, repair } of secondLooks(reading.text)) {
      const again = readReply({ ...reading, text, mended: repair }, undefined)
      if (again.kind === 'structured') return again
    }
    return outcome
  }
  const document = findDocument(reading)
  if (document !== undefined) return conclude(reading, [judge(reading, document)])
  if (text.trim() === '') return conclude(reading, [])
  return refuse(reading, 'json', 'a document that can be mended')
}

/** The whole text as native JSON, if it is. */
function findWhole(reading: Reading, strict: boolean): Finding | undefined {
  const { text, options } = reading
  const native = nativeJson(text)
  const askedFor = strict || options.schema !== undefined || options.mode === 'document'
  return native !== undefined && (askedFor || Object(native.value) === native.value)
    ? wholeFinding(reading, native)
    : undefined
}

function wholeFinding({ text, shape }: Reading, found: Partial<Finding> = {}): Finding {
  const start = text.length - text.trimStart().length
  const span = { start, end: start + text.trim().length }
  const standing = isTemplate(found.value, shape) ? 'template' : 'plain'
  return findingOf(sourceOf('document', span), { ...found, standing })
}

function refuse(
  reading: Reading,
  rule: string,
  expected: string,
  got: unknown = reading.text
): Outcome {
  const issues = [issue([], rule, expected, got)]
  const finding = wholeFinding(reading)
  return conclude(reading, [{ fits: false, finding, repairs: [], issues }])
}

/** @param asWhole the whole text, where it is JSON that does not fit */
function readReply(reading: Reading, asWhole: Judged | undefined): Outcome {
  const { text, limits, shape } = reading
  const read = readerOf(reading)
  const { findings, quoted, fences, reasoning } =
    asWhole === undefined
      ? findData(reading, read)
      : { findings: [], quoted: [], fences: [], reasoning: [] }
  const thoughtUpTo = reasoning.reduce((end, span) => Math.max(end, span.end), 0)
  const whole = asWhole === undefined || isSaid(asWhole.finding.value, shape) ? [] : [asWhole]
  const gathered = shape?.kind === 'array' ? gather(text, findings) : undefined
  const list = gathered && judge(reading, gathered.list)
  // Where they are one list together, its members are no answers of their own.
  const alone = list?.fits ? findings.filter(one => !gathered?.members.has(one)) : findings
  const judged = [...whole, ...[...alone, ...quoted].map(one => judge(reading, one))]
  if (list?.fits) judged.push(list)
  for (const { finding } of judged.filter(one => looksLikeCard(one.finding.value))) {
    const inside = findInCard(finding, placeOf(reading, finding), limits.depth)
    judged.push(...inside.map(one => judge(reading, one)))
  }
  if (shape !== undefined) {
    // Lines of keys and values may hold lists and objects in brackets.
    const found = judged.some(
      ({ fits, finding: { source } }) =>
        !source.reasoning && (fits || !standsInLine(text, source.span))
    )
    const within = { start: thoughtUpTo, end: text.length }
    const others = [
      findProse(text, thoughtUpTo, shape),
      findPrefilled(reading, read),
      ...(found ? [] : findFallbacks(text, within, fences, shape))
    ]
    for (const finding of others) {
      const one = finding && judge(reading, finding)
      // Prose that is no answer is not a failed one, where an object was asked for.
      if (one?.fits === true || (one && isScalarShape(shape))) judged.push(one)
    }
  }
  // What an agent only thought is no answer when it went on to say something.
  const saidMore = thoughtUpTo > 0 && text.slice(thoughtUpTo).trim() !== ''
  return conclude(
    reading,
    judged.filter(one => !saidMore || !one.finding.source.reasoning)
  )
}

/** A bare scalar is something the agent said, and no failed attempt, where none was asked for. */
function isSaid(value: unknown, shape: Shape | undefined): boolean {
  return shape !== undefined && !isScalarShape(shape) && !hasParts(value)
}

function isScalarShape(shape: Shape): boolean {
  return !branchesOf(shape).some(({ kind }) => /^(?:object|array|any)$/.test(kind))
}
