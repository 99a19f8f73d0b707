import type { Condition, RawSchema, Shape } from './shape.ts'
import { isRawSchema } from './shape.ts'
import { accepts } from './validate.ts'

/** Compiles the keywords that only judge: `not`, `if`, `contains`, `dependentRequired`. */
export function conditionsOf(
  flat: RawSchema,
  compile: (schema: unknown) => Shape,
  root: unknown
): readonly Condition[] | undefined {
  const conditions: Condition[] = []
  // A keyword's schema may point into the whole document.
  const inDocument = (schema: unknown): Shape =>
    compile(
      isRawSchema(schema) && isRawSchema(root)
        ? { $defs: root.$defs, definitions: root.definitions, ...schema }
        : schema
    )
  if (flat.not !== undefined) {
    const shape = inDocument(flat.not)
    conditions.push({ rule: 'not', holds: value => !accepts(shape, value) })
  }
  if (flat.if !== undefined) {
    const test = inDocument(flat.if)
    const yes = inDocument(flat.then ?? true)
    const no = inDocument(flat.else ?? true)
    conditions.push({
      rule: 'if',
      holds: value => accepts(accepts(test, value) ? yes : no, value)
    })
  }
  if (flat.contains !== undefined) conditions.push(containsCondition(flat, inDocument))
  if (isRawSchema(flat.dependentRequired)) {
    conditions.push(dependentCondition(flat.dependentRequired))
  }
  return conditions.length > 0 ? conditions : undefined
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
          (Array.isArray(needed) && needed.every(other => Object.hasOwn(value, String(other))))
      )
    }
  }
}
