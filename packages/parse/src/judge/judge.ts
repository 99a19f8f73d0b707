import { issueOf, MOST_COMPLAINTS, type Notes } from '../coerce/attempt.ts'
import { Coercer } from '../coerce/coerce.ts'
import { Place } from '../coerce/place.ts'
import { reportOf } from '../coerce/report.ts'
import { unsafeIntegers } from '../coerce/unsafe-integers.ts'
import type { Finding } from '../find/finding.ts'
import type { Limits } from '../options.ts'
import type { Contract, Verdict } from '../schema/contract.ts'
import type { Shape } from '../schema/shape.ts'
import { nodeOf } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import type { Failing, Judged } from './judged.ts'

/** Holds findings against a schema: as they are first, then by the ladder. */
export class Judge {
  readonly #contract: Contract | undefined
  readonly #coercer: Coercer
  readonly #text: string
  readonly #limits: Limits

  constructor(text: string, contract: Contract | undefined, limits: Limits) {
    this.#text = text
    this.#contract = contract
    this.#limits = limits
    this.#coercer = new Coercer('tolerant', limits.depth)
  }

  /** @param strict true takes the value as it is, without any repair or undeclared key */
  judge(finding: Finding, strict = false): Judged {
    const { shape, renames, validate } = this.#contract ?? {}
    const { value } = finding
    const place = this.placeOf(finding)
    // Names an agent was told may differ from the schema's own, so they are read first; a set
    // has no value of its own before somebody says what it is.
    const steered = !strict && (renames === true || place.members.length > 0)
    const native = steered ? undefined : validate?.(value)
    const covered = covers(shape, value)
    const asItIs = () => {
      const notes = finding.unsafe && !strict ? unsafeIntegers(place) : []
      return this.#judged(finding, native ?? asRead(value), notes, covered)
    }
    const settled = native !== undefined && (strict || (native.fits && covered))
    if (shape === undefined || settled) return asItIs()
    const coercer = strict ? new Coercer('strict', 0) : this.#coercer
    const attempt = coercer.coerce(place, shape)
    const reads = attempt.fits && (attempt.coverage > 0 || covers(shape, attempt.value))
    if (native?.fits === true && !reads) return asItIs()
    if (!attempt.fits) {
      return failing(finding, attempt.complaints.slice(0, MOST_COMPLAINTS).map(issueOf))
    }
    const verdict = validate?.(attempt.value) ?? asRead(attempt.value)
    return this.#judged(finding, verdict, attempt.notes, reads)
  }

  #judged(finding: Finding, verdict: Verdict, notes: Notes, covered: boolean): Judged {
    const { repairs: steps, dropped, extra } = reportOf(this.#text, notes)
    const repairs = [...finding.repairs, ...steps].sort(
      (one, other) => one.span.start - other.span.start
    )
    if (!verdict.fits) return { ...failing(finding, verdict.issues), repairs }
    return {
      fits: true,
      finding,
      data: verdict.data,
      repairs,
      dropped,
      extra: [...extra, ...verdict.extra],
      checked: this.#contract !== undefined,
      covered
    }
  }

  /** Native JSON is read again when somebody asks where something stands. */
  placeOf({ node, value, source: { span } }: Finding): Place {
    const read = () => {
      const budget = { ...this.#limits }
      const options = { limit: span.end, budget }
      return readValue(this.#text, span.start, options).node ?? nodeOf(value, span)
    }
    return new Place(value, this.#text, node ?? read)
  }
}

function asRead(data: unknown): Verdict {
  return { fits: true, data, extra: [] }
}

function failing(finding: Finding, issues: Failing['issues']): Failing {
  return { fits: false, finding, repairs: finding.repairs, issues }
}

/** Says whether a root has any of the keys that are declared, where there are any. */
function covers(shape: Shape | undefined, value: unknown): boolean {
  if (shape?.kind === 'union') return shape.branches.some(branch => covers(branch, value))
  if (shape?.kind !== 'object' || shape.properties.length === 0) return true
  if (typeof value !== 'object' || value === null) return false
  return shape.properties.some(({ name }) => Object.hasOwn(value, name))
}
