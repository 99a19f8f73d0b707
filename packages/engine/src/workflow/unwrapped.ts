import { z } from 'zod'

type Wrapper =
  | z.ZodOptional
  | z.ZodNonOptional
  | z.ZodDefault
  | z.ZodPrefault
  | z.ZodCatch
  | z.ZodReadonly

/** What stands around a schema and says only when a value may be missing, or what to put there. */
export const isWrapper = (schema: z.ZodType): schema is Wrapper =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodExactOptional ||
  schema instanceof z.ZodNonOptional ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodCatch ||
  schema instanceof z.ZodReadonly

/** The schema of a value that is there and not null; null for what is no schema. */
export const unwrapped = (schema: unknown): z.ZodType | null => {
  if (!(schema instanceof z.ZodType)) return null
  return schema instanceof z.ZodNullable || isWrapper(schema)
    ? unwrapped(schema.def.innerType)
    : schema
}
