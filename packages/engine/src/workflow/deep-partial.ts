import { z } from 'zod'

/**
 * The same schema with every property optional at every level, for data that arrives bit by bit.
 *
 * Defaults are taken out, so that nothing is invented for a field nobody spoke of; refinements of a
 * whole object wait for the full schema. What is inside unions, records and tuples stays as it is.
 */
export const deepPartial = (schema: z.ZodObject): z.ZodObject => {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(schema.shape))
    shape[name] = partOf(field as z.ZodType).optional()
  return z.object(shape)
}

const partOf = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodObject) return deepPartial(schema)
  if (schema instanceof z.ZodArray) return isStructure(schema.element) ? withChecks(schema) : schema
  if (schema instanceof z.ZodOptional) return partOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodNullable) return partOf(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodReadonly) return partOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return partOf(schema.unwrap() as z.ZodType)
  return schema
}

const isStructure = (element: unknown): boolean =>
  element instanceof z.ZodObject || element instanceof z.ZodArray

/** An array keeps its upper bound while it fills; its lower bound waits for the full schema. */
const withChecks = (schema: z.ZodArray): z.ZodType => {
  const part = z.array(partOf(schema.element as z.ZodType))
  const { maximum } = schema._zod.bag as { maximum?: number }
  return maximum === undefined ? part : part.max(maximum)
}
