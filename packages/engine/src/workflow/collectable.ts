import { z } from 'zod'

/** Kinds of schema whose values are JSON and pass the same schema again. */
const kinds = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'null',
  'literal',
  'enum',
  'template_literal',
  'object',
  'array',
  'tuple',
  'record',
  'union',
  'intersection',
  'optional',
  'nullable',
  'nonoptional',
  'default',
  'prefault',
  'catch',
  'readonly',
  'lazy',
  'pipe',
  'any',
  'unknown',
  'never',
  'custom'
])

/** Names that would not be a plain field of a plain object, or that mean something else in a reply. */
const reserved = new Set(['__proto__', 'constructor', 'prototype', 'data'])

/**
 * Says what in a schema cannot be collected over several turns.
 *
 * What is collected is kept as JSON and validated again at completion, so a date object or the
 * output of a transform would be refused by the very schema that made it.
 */
export const uncollectable = (schema: z.ZodObject): readonly Uncollectable[] => {
  const found = Object.keys(schema.shape)
    .filter(name => reserved.has(name))
    .map(name => ({ path: `data.${name}`, expected: 'another name for this field', got: name }))
  try {
    return [...found, ...changedByJson(schema)]
  } catch (error) {
    return [...found, { path: 'data', expected: 'a schema that can be read', got: String(error) }]
  }
}

type Uncollectable = { path: string; expected: string; got: string }

const changedByJson = (schema: z.ZodObject): Uncollectable[] => {
  const found: Uncollectable[] = []
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override({ zodSchema, path }) {
      const { def } = zodSchema._zod
      const kind = def.type === 'pipe' && 'transform' in def ? 'codec' : def.type
      if (!kinds.has(kind))
        found.push({
          path: ['data', ...path.filter(isName)].join('.'),
          expected: 'a type that stays the same as JSON',
          got: kind
        })
    }
  })
  return found
}

const schemaWords = new Set<unknown>(['properties', 'additionalProperties', 'items', 'anyOf'])

/** A path through the schema, read as a path through the data. */
const isName = (step: string | number, index: number, path: (string | number)[]): boolean =>
  !schemaWords.has(step) || path[index - 1] === 'properties'
