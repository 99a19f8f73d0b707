import { isContainer, isObject, kindOf, sameJson } from '../json.ts'
import type { ChoiceOption, Shape } from '../schema/shape.ts'
import { type Attempt, exact, misfit, step } from './attempt.ts'
import { climb } from './climb.ts'
import type { Place } from './place.ts'
import { readArray } from './read-array.ts'
import { readObject } from './read-object.ts'
import { readUnion } from './read-union.ts'
import { unsafeIntegers } from './unsafe-integers.ts'

/**
 * How much is put up with: `strict` wants the value as it is and no undeclared
 * keys, `exact` lets those pass, `tolerant` climbs the ladder of repairs.
 */
export type Mode = 'strict' | 'exact' | 'tolerant'

/**
 * Reads plain values as shapes. Where a value is of the kind asked for, that is
 * validation; where it is not, the cheapest step that makes it fit is taken. The
 * calls nest as deep as the value, which its reader has bounded.
 */
export class Coercer {
  readonly mode: Mode
  /** How deep JSON inside of text may be. */
  readonly depth: number
  /** Made when it is needed: what fits as it was written asks nothing. */
  #memo: Map<unknown, Map<Shape, Attempt>> | undefined

  constructor(mode: Mode, depth: number) {
    this.mode = mode
    this.depth = depth
  }

  coerce(place: Place, shape: Shape): Attempt {
    const { value } = place
    if (!isContainer(value)) return this.#coerce(place, shape)
    // Unions ask the same question of the same value many times.
    this.#memo ??= new Map()
    let known = this.#memo.get(value)
    if (known === undefined) {
      known = new Map()
      this.#memo.set(value, known)
    }
    let attempt = known.get(shape)
    if (attempt === undefined) {
      // Until it is known, a schema that leads back to itself over the same value has no answer.
      known.set(shape, misfit(place, 'recursion', 'a schema that ends'))
      attempt = this.#coerce(place, shape)
      known.set(shape, attempt)
    }
    return attempt
  }

  #coerce(place: Place, shape: Shape): Attempt {
    const direct = this.#read(place, shape)
    const enough = this.mode !== 'tolerant' || isFinding(direct, place.value, shape)
    const attempt = (enough ? undefined : climb(this, shape, place)) ?? direct
    if (!attempt.fits) return attempt
    const broken = shape.conditions?.find(condition => !condition.holds(attempt.value))
    return broken === undefined ? attempt : misfit(place, broken.rule, broken.expected)
  }

  /** The value as it is; the parts of a list or object may take steps of their own. */
  #read(place: Place, shape: Shape): Attempt {
    const { value } = place
    const tolerant = this.mode === 'tolerant'
    switch (shape.kind) {
      case 'union':
        return readUnion(this, shape, place)
      case 'array':
        if (Array.isArray(value)) return readArray(this, value, shape, place)
        break
      case 'object':
        if (isObject(value)) return readObject(this, value, shape, place)
        break
      case 'choice': {
        const told = ({ names }: ChoiceOption) =>
          !tolerant || typeof value !== 'string' || names.includes(value)
        const same = shape.options.some(option => sameJson(option.value, value) && told(option))
        return same ? exact(value) : misfit(place, 'enum', shape)
      }
      case 'number':
        if (!Number.isFinite(value) || (shape.integer && !Number.isInteger(value))) break
        return tolerant && unsafeIntegers(place).length > 0
          ? step('integer_unsafe', place, value)
          : exact(value)
      case 'any':
        return exact(value, tolerant ? unsafeIntegers(place) : [])
      default:
        if (shape.kind === kindOf(value)) return exact(value)
    }
    return misfit(place, 'type', shape)
  }
}

/** An object with none of the keys asked for fits where all of them are optional, and says nothing. */
function isFinding(attempt: Attempt, value: unknown, shape: Shape): boolean {
  if (!attempt.fits || shape.kind !== 'object' || attempt.coverage > 0) return attempt.fits
  return shape.properties.length === 0 || !isObject(value) || Object.keys(value).length === 0
}
