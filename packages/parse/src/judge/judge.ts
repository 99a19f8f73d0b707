import { type Coerced, notesOf } from '../coerce/attempt.ts'
import { Coercer } from '../coerce/coerce.ts'
import type { Finding } from '../find/finding.ts'
import { survey } from '../find/native.ts'
import type { Limits } from '../options.ts'
import type { Repair } from '../outcome.ts'
import type { Contract } from '../schema/contract.ts'
import type { Shape } from '../schema/shape.ts'
import type { ValueNode } from '../value/node.ts'
import { nodeOf } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import type { Failing, Fitting, Judged } from './judged.ts'
import { unsafeIntegers } from './unsafe-integers.ts'

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
    this.#coercer = new Coercer(text, { depth: limits.depth })
  }

  judge(finding: Finding): Judged {
    const contract = this.#contract
    if (contract === undefined) return this.#asFound(finding)
    // Names an agent was told may differ from the schema's own, so they are read first.
    const native = readsAsItIs(contract, finding) ? this.#asItIs(contract, finding) : undefined
    if (native?.fits === true && native.coverage > 0) return native
    if (contract.shape === undefined) return native ?? this.#fail(finding, [])
    const node = this.nodeOf(finding)
    const attempt = this.#coercer.coerce(node, contract.shape, [])
    if (!attempt.fits)
      return native?.fits === true
        ? native
        : { fits: false, finding, repairs: finding.repairs, issues: attempt.issues }
    const coerced = this.#lastWord(contract, finding, attempt)
    if (native?.fits !== true) return coerced
    return coerced.fits && coerced.coverage > native.coverage ? coerced : native
  }

  #asItIs(contract: Contract, finding: Finding): Judged {
    const verdict = contract.judge(finding.value, false)
    if (!verdict.fits) return this.#fail(finding, verdict.issues)
    const coverage = coverageOf(contract.shape, finding.value)
    const repairs = this.#repairsOf(finding)
    return {
      fits: true,
      finding,
      data: verdict.data,
      repairs,
      dropped: [],
      extra: verdict.extra,
      coverage,
      checked: true
    }
  }

  #lastWord(contract: Contract, finding: Finding, attempt: Coerced): Judged {
    const notes = notesOf(attempt)
    const repairs = inOrder([...finding.repairs, ...notes.repairs])
    const verdict = contract.judge(attempt.value, false)
    if (!verdict.fits) return { ...this.#fail(finding, verdict.issues), repairs }
    const coverage = Math.max(attempt.coverage, coverageOf(contract.shape, attempt.value))
    const extra = [...notes.extra, ...verdict.extra]
    return {
      fits: true,
      finding,
      data: verdict.data,
      repairs,
      dropped: notes.dropped,
      extra,
      coverage,
      checked: true
    }
  }

  #fail(finding: Finding, issues: Failing['issues']): Failing {
    return { fits: false, finding, repairs: finding.repairs, issues }
  }

  #asFound(finding: Finding): Fitting {
    return {
      fits: true,
      finding,
      data: finding.value,
      repairs: this.#repairsOf(finding),
      dropped: [],
      extra: [],
      coverage: Number.POSITIVE_INFINITY,
      checked: false
    }
  }

  /** What reading the value as it is has cost: its syntax, and digits no number can hold. */
  #repairsOf(finding: Finding): readonly Repair[] {
    if (!finding.unsafe || !survey(finding.value, this.#limits.depth + 1).unsafe)
      return finding.repairs
    return inOrder([...finding.repairs, ...unsafeIntegers(this.nodeOf(finding))])
  }

  /** Native JSON is read again for its nodes: they know where everything stands. */
  nodeOf(finding: Finding): ValueNode {
    if (finding.node !== undefined) return finding.node
    const { span } = finding.source
    const read = readValue(this.#text, span.start, {
      limit: span.end,
      document: false,
      anchors: undefined,
      budget: { depth: this.#limits.depth, tokens: this.#limits.tokens }
    })
    return read.node ?? nodeOf(finding.value, span)
  }
}

function readsAsItIs(contract: Contract, finding: Finding): boolean {
  // A set has no value of its own before somebody says what it is.
  const isSet = finding.node?.kind === 'object' && finding.node.members.length > 0
  return !contract.renames && !isSet
}

/** How many declared keys an object has at its root; elsewhere there is nothing to count. */
export function coverageOf(shape: Shape | undefined, value: unknown): number {
  if (shape === undefined) return Number.POSITIVE_INFINITY
  if (shape.kind === 'union') {
    return Math.max(0, ...shape.branches.map(branch => coverageOf(branch, value)))
  }
  if (shape.kind !== 'object' || shape.properties.length === 0) return Number.POSITIVE_INFINITY
  if (typeof value !== 'object' || value === null) return 0
  return shape.properties.filter(property => Object.hasOwn(value, property.name)).length
}

function inOrder(repairs: Repair[]): Repair[] {
  return repairs.sort((one, other) => one.span.start - other.span.start)
}
