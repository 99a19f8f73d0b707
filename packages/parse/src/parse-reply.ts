import { conclude } from './conclude.ts'
import { findDocument } from './find/document.ts'
import { type Finding, findingOf, sourceOf } from './find/finding.ts'
import { isTemplate } from './find/template.ts'
import { isContainer } from './json.ts'
import { judge } from './judge/judge.ts'
import { nativeJson } from './native-json.ts'
import type { ParseOptions } from './options.ts'
import type { Outcome, ParseIssue } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { readReply } from './read-reply.ts'
import { type Reading, readingOf } from './reading.ts'
import type { InferData, Schema } from './schema/standard-schema.ts'

/**
 * Reads structured data out of a reply; it never throws, whatever comes in.
 *
 * A reply without anything like data is `passthrough`, and a bare scalar counts
 * as data only where the schema asks for one. What is no schema, or is wrong somewhere, is an
 * issue of the rule `schema`.
 *
 * @param text what the agent said; offsets in the outcome count its UTF-16 units
 * @returns `structured` with data that fits, `parse_error` when data was there
 *   and did not fit, `passthrough` when no attempt was made
 */
export function parseReply<const S extends Schema>(
  text: string,
  options?: ParseOptions<S>
): Outcome<InferData<S>> {
  return read(readingOf(text, options)) as Outcome<InferData<S>>
}

function read(reading: Reading): Outcome {
  const { text, options, reached, faults } = reading
  if (faults !== undefined) return refuse(reading, faults)
  const strict = options.strict === true
  const whole = findWhole(reading, strict)
  const asWhole = whole && judge(reading, whole, strict)
  if (reached.has('depth')) return refuse(reading, [issue([], 'depth', 'fewer levels', text)])
  if (asWhole !== undefined && (asWhole.fits || strict)) return conclude(reading, [asWhole])
  if (strict) return refuse(reading, [issue([], 'json', 'valid JSON and nothing else', text)])
  if (options.mode !== 'document') return readReply(reading, asWhole)
  const document = findDocument(reading)
  if (document !== undefined) return conclude(reading, [judge(reading, document)])
  if (text.trim() === '') return conclude(reading, [])
  return refuse(reading, [issue([], 'json', 'a document that can be mended', text)])
}

/** The whole text as native JSON, if it is. */
function findWhole(reading: Reading, strict: boolean): Finding | undefined {
  const { text, options } = reading
  const native = nativeJson(text)
  const askedFor = strict || options.schema !== undefined || options.mode === 'document'
  return native !== undefined && (askedFor || isContainer(native.value))
    ? wholeFinding(reading, native)
    : undefined
}

function wholeFinding({ text, shape }: Reading, found: Partial<Finding> = {}): Finding {
  const start = text.length - text.trimStart().length
  const span = { start, end: start + text.trim().length }
  const standing = isTemplate(found.value, shape) ? 'template' : 'plain'
  return findingOf(sourceOf('document', span), { ...found, standing })
}

function refuse(reading: Reading, issues: readonly ParseIssue[]): Outcome {
  const finding = wholeFinding(reading)
  return conclude(reading, [{ fits: false, finding, repairs: [], issues }])
}
