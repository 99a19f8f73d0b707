import { issueOf, MOST_COMPLAINTS, type Notes } from '../coerce/attempt.ts'
import { Coercer } from '../coerce/coerce.ts'
import { Place } from '../coerce/place.ts'
import { reportOf } from '../coerce/report.ts'
import { unsafeIntegers } from '../coerce/unsafe-integers.ts'
import type { Finding } from '../find/finding.ts'
import type { Reading } from '../reading.ts'
import { MOST_REPAIRS } from '../repair.ts'
import { branchesOf, type Shape } from '../schema/shape.ts'
import { nodeOf } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import { survey } from '../value/survey.ts'
import type { Verdict } from './contract.ts'
import type { Judged } from './judged.ts'

/**
 * Holds a finding against the schema: as it is first, then by the ladder.
 *
 * @param strict true takes the value as it is, without any repair or undeclared key
 */
export function judge(reading: Reading, finding: Finding, strict = false): Judged {
  const { shape, renames, validate, limits, reached } = reading
  const { value } = finding
  // Names an agent was told may differ from the schema's own, so they are read first.
  const native = renames === true && !strict ? undefined : validate?.(value, limits.depth)
  const looked = native?.fits === true ? native.seen : undefined
  const seen = looked ?? finding.seen ?? survey(value, limits.depth)
  if (seen.tooDeep) {
    reached.add('depth')
    return { fits: false, finding, repairs: [], issues: [] }
  }
  const covered = covers(shape, value)
  // Digits a number cannot hold may be welcome as text.
  const fits = native?.fits === true
  const whole = fits && covered
  const settled = native !== undefined && (strict || (whole && looked?.unsafe !== true))
  const asIs = () => {
    const notes = seen.unsafe && !strict ? unsafeIntegers(placeOf(reading, finding)) : []
    return judged(reading, finding, native ?? { fits: true, data: value }, notes, covered)
  }
  if (shape === undefined || settled) return asIs()
  const coercer = strict ? new Coercer('strict', 0) : reading.coercer
  const attempt = coercer.coerce(placeOf(reading, finding), shape)
  if (!attempt.fits) {
    if (fits) return asIs()
    const issues = attempt.complaints.slice(0, MOST_COMPLAINTS).map(issueOf)
    return judged(reading, finding, { fits: false, issues }, [], false)
  }
  const reads = attempt.coverage > 0 || covers(shape, attempt.value)
  const verdict = validate?.(attempt.value, limits.depth) ?? { fits: true, data: attempt.value }
  const isBetter = reads && (verdict.fits || !whole)
  if (fits && !isBetter) return asIs()
  return judged(reading, finding, verdict, attempt.notes, reads)
}

function judged(
  { text, options, mended }: Reading,
  finding: Finding,
  verdict: Verdict,
  notes: Notes,
  covered: boolean
): Judged {
  const { repairs: steps, dropped, extra } = reportOf(text, notes)
  const repairs = [...(mended ? [mended] : []), ...finding.repairs, ...steps]
    .sort((one, other) => one.span.start - other.span.start)
    .slice(0, MOST_REPAIRS)
  if (!verdict.fits) return { fits: false, finding, repairs, issues: verdict.issues }
  // One after the other: to spread an object costs more than the reading of a short reply.
  const { data, seen } = verdict
  return {
    fits: true,
    finding,
    data,
    repairs,
    dropped,
    extra: seen === undefined ? extra : [...extra, ...seen.extra],
    checked: options.schema !== undefined,
    covered
  }
}

/** Where a finding stands; native JSON is read again when somebody asks where something stands. */
export function placeOf({ text }: Reading, finding: Finding): Place {
  const { node, value, source } = finding
  const { start, end } = source.span
  const read = () => readValue(text.slice(0, end), start).node ?? nodeOf(value, source.span)
  return new Place(value, text, node ?? read)
}

/** Says whether a root has any of the keys that are declared, where there are any. */
function covers(shape: Shape | undefined, value: unknown): boolean {
  const branches = branchesOf(shape)
  return (
    branches.length === 0 ||
    branches.some(
      branch =>
        branch.kind !== 'object' ||
        branch.properties.length === 0 ||
        branch.properties.some(({ name }) => Object.hasOwn(Object(value), name))
    )
  )
}
