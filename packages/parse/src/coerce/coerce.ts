import { quote, shapeIssue } from '../parse-issue.ts'
import { REPAIR_RISKS, type RepairCode } from '../repair-codes.ts'
import type { Shape } from '../schema/shape.ts'
import type { Path } from '../span.ts'
import { describeNode } from '../value/describe-node.ts'
import type { ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { type Attempt, COST, type Coerced, exact, type Misfit } from './attempt.ts'
import { coerceArray } from './coerce-array.ts'
import { coerceObject } from './coerce-object.ts'
import {
  coerceBoolean,
  coerceChoice,
  coerceNull,
  coerceNumber,
  coerceString
} from './coerce-scalar.ts'
import { coerceUnion } from './coerce-union.ts'

export interface CoerceOptions {
  readonly depth: number
}

/**
 * Reads nodes as shapes, by the cheapest step that fits. The calls nest as deep
 * as the value, which the reader has bounded.
 */
export class Coercer {
  readonly text: string
  readonly options: CoerceOptions
  readonly #memo = new Map<ValueNode, Map<number, Attempt>>()

  constructor(text: string, options: CoerceOptions) {
    this.text = text
    this.options = options
  }

  coerce(node: ValueNode, shape: Shape, path: Path): Attempt {
    if (node.kind !== 'object' && node.kind !== 'array') return this.#coerce(node, shape, path)
    // Unions ask the same question of the same node many times.
    let known = this.#memo.get(node)
    if (known === undefined) {
      known = new Map()
      this.#memo.set(node, known)
    }
    const before = known.get(shape.id)
    if (before !== undefined) return before
    // A schema that leads back to itself without reading anything has no answer.
    known.set(shape.id, this.misfit(path, 'recursion', 'a schema that ends', node))
    const attempt = this.#coerce(node, shape, path)
    known.set(shape.id, attempt)
    return attempt
  }

  #coerce(node: ValueNode, shape: Shape, path: Path): Attempt {
    const attempt = this.#byKind(node, shape, path)
    if (!attempt.fits || shape.conditions === undefined) return attempt
    for (const condition of shape.conditions) {
      if (!condition.holds(attempt.value)) {
        return this.misfit(path, condition.rule, `a value that meets "${condition.rule}"`, node)
      }
    }
    return attempt
  }

  #byKind(node: ValueNode, shape: Shape, path: Path): Attempt {
    switch (shape.kind) {
      case 'any':
        return exact(plain(node))
      case 'never':
        return this.misfit(path, 'false', 'nothing', node)
      case 'null':
        return coerceNull(this, node, path)
      case 'boolean':
        return coerceBoolean(this, node, path)
      case 'number':
        return coerceNumber(this, node, shape, path)
      case 'string':
        return coerceString(this, node, shape, path)
      case 'choice':
        return coerceChoice(this, node, shape, path)
      case 'array':
        return coerceArray(this, node, shape, path)
      case 'object':
        return coerceObject(this, node, shape, path)
      case 'union':
        return coerceUnion(this, node, shape, path)
    }
  }

  misfit(path: Path, rule: string, expected: string, node: ValueNode): Misfit {
    return { fits: false, issues: [shapeIssue(path, rule, expected, describeNode(node))] }
  }

  /** A value read by one step of the ladder. */
  step(code: RepairCode, path: Path, node: ValueNode, value: unknown): Coerced {
    return { ...this.around(code, path, node, exact(value)), value }
  }

  /** A part that fits, after one more step was taken around it. */
  around(code: RepairCode, path: Path, node: ValueNode, part: Coerced, after?: unknown): Coerced {
    const risk = REPAIR_RISKS[code]
    const span = { start: node.start, end: node.end }
    const before = quote(this.text.slice(node.start, Math.min(node.end, node.start + 100)))
    const shown = quote(shownAs(after ?? part.value))
    return {
      fits: true,
      value: part.value,
      cost: part.cost + COST[risk],
      coverage: part.coverage,
      repairs: [{ code, path, span, before, after: shown, risk }],
      parts: [part]
    }
  }
}

function shownAs(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value)
    ? `array of ${value.length}`
    : `object of ${Object.keys(value).length}`
}
