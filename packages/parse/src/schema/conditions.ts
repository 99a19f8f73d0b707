import type { Condition, RawSchema, Shape } from './shape.ts'
import { isRawSchema, stringsOf } from './shape.ts'
import { accepts } from './validate.ts'

/** Compiles the keywords that only judge: `not`, `if`, `contains`, `dependentRequired`. */
export function conditionsOf(
  flat: RawSchema,
  compile: (schema: unknown) => Shape
): readonly Condition[] | undefined {
  const conditions: Condition[] = []
  if (flat.not !== undefined) {
    const shape = compile(flat.not)
    conditions.push({ rule: 'not', holds: value => !accepts(shape, value) })
  }
  if (flat.if !== undefined) {
    const test = compile(flat.if)
    const yes = compile(flat.then ?? true)
    const no = compile(flat.else ?? true)
    conditions.push({
      rule: 'if',
      holds: value => accepts(accepts(test, value) ? yes : no, value)
    })
  }
  if (flat.contains !== undefined) conditions.push(containsCondition(flat, compile))
  if (isRawSchema(flat.dependentRequired)) {
    conditions.push(dependentCondition(flat.dependentRequired))
  }
  return conditions.length > 0 ? conditions.map(unlessAsking) : undefined
}

/** A condition that leads back to itself over the same value has nothing more to say. */
function unlessAsking({ rule, holds }: Condition): Condition {
  const asking: unknown[] = []
  return {
    rule,
    holds: value => {
      if (asking.includes(value)) return true
      asking.push(value)
      try {
        return holds(value)
      } finally {
        asking.pop()
      }
    }
  }
}

function containsCondition(flat: RawSchema, compile: (schema: unknown) => Shape): Condition {
  const shape = compile(flat.contains)
  const least = typeof flat.minContains === 'number' ? flat.minContains : 1
  const most = typeof flat.maxContains === 'number' ? flat.maxContains : Number.POSITIVE_INFINITY
  return {
    rule: 'contains',
    holds: value => {
      if (!Array.isArray(value)) return true
      const count = value.filter(item => accepts(shape, item)).length
      return count >= least && count <= most
    }
  }
}

function dependentCondition(dependencies: RawSchema): Condition {
  return {
    rule: 'dependentRequired',
    holds: value => {
      if (!isRawSchema(value)) return true
      return Object.entries(dependencies).every(
        ([name, needed]) =>
          !Object.hasOwn(value, name) ||
          stringsOf(needed).every(other => Object.hasOwn(value, other))
      )
    }
  }
}
