import { fromJSONSchema, type ZodType } from 'zod'
import { found, type ObjectSchema, type Reading, type Request } from './reading.ts'

const made = new WeakMap<ObjectSchema, ZodType>()

/**
 * What a parser without schemas amounts to in an application: its value, if the
 * application's validator takes it.
 */
export function validated(request: Request, data: unknown): Reading {
  const validator = validatorOf(request)
  if (validator === undefined || data === undefined || request.partial === true) return found(data)
  const result = validator.safeParse(data)
  return result.success ? found(result.data) : { found: false, why: 'does not fit the schema' }
}

function validatorOf({ validator, schema }: Request): ZodType | undefined {
  if (validator !== undefined || schema === undefined) return validator
  const known = made.get(schema)
  if (known !== undefined) return known
  const fresh = fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0])
  made.set(schema, fresh)
  return fresh
}
