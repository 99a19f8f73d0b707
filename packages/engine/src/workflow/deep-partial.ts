import { z } from 'zod'
import { isWrapper } from './unwrapped.ts'

/**
 * The same schema with every property optional at every level, for data that arrives bit by bit.
 *
 * Defaults and fallbacks are taken out, so that nothing is invented for a field nobody spoke of.
 * Refinements of a whole object or list and the lower bound of a list wait for the full schema. The
 * members of a union keep what they require, or one would pass for another.
 *
 * @param schema may be recursive
 */
export const deepPartial = (schema: z.ZodObject): z.ZodObject =>
  new Parts().of(schema, 'partial') as z.ZodObject

/** Whether an object's own properties may all be missing, or stay as required as they are. */
type Presence = 'partial' | 'required'

/** Each schema becomes one part, however often and from where it is reached: some are recursive. */
class Parts {
  readonly #known = {
    partial: new Map<unknown, z.ZodType>(),
    required: new Map<unknown, z.ZodType>()
  }

  of(schema: unknown, presence: Presence): z.ZodType {
    const known = this.#known[presence].get(schema)
    if (known !== undefined) return known
    const whole = schema as z.ZodType
    const part = this.#rebuilt(whole, presence)
    const { id: _, ...described } = whole.meta() ?? {}
    const silent = part === whole || Object.keys(described).length === 0
    const made = silent ? part : part.meta({ ...described, ...part.meta() })
    this.#known[presence].set(schema, made)
    return made
  }

  #rebuilt(schema: z.ZodType, presence: Presence): z.ZodType {
    if (schema instanceof z.ZodObject) return this.#object(schema, presence)
    if (schema instanceof z.ZodArray) {
      const list = z.array(this.of(schema.element, presence))
      return upperBounds(schema).reduce((bounded, most) => bounded.max(most), list)
    }
    if (schema instanceof z.ZodNullable) return this.of(schema.unwrap(), presence).nullable()
    if (isWrapper(schema)) return this.of(schema.def.innerType, presence)
    if (schema instanceof z.ZodLazy) return z.lazy(() => this.of(schema.unwrap(), presence))
    if (schema instanceof z.ZodUnion)
      return z.core.clone(schema, {
        ...schema.def,
        options: schema.def.options.map(option => this.of(option, 'required'))
      })
    if (schema instanceof z.ZodIntersection)
      return z.intersection(this.of(schema.def.left, presence), this.of(schema.def.right, presence))
    if (schema instanceof z.ZodRecord)
      return z.partialRecord(schema.keyType, this.of(schema.valueType, presence))
    if (schema instanceof z.ZodTuple)
      return z.core.clone(schema, {
        ...schema.def,
        items: schema.def.items.map(item => {
          const part = this.of(item, 'required')
          return mayBeMissing(item) ? part.optional() : part
        }),
        rest: schema.def.rest === null ? null : this.of(schema.def.rest, 'required')
      })
    return schema
  }
  #object(schema: z.ZodObject, presence: Presence): z.ZodObject {
    const shape: Record<string, z.ZodType> = {}
    // Getters, because what a recursive schema refers to is only known once this is made.
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>))
      Object.defineProperty(shape, name, {
        enumerable: true,
        get: () => {
          const part = this.of(field, presence)
          return presence === 'partial' || mayBeMissing(field) ? part.optional() : part
        }
      })
    const { catchall } = schema.def
    const closed = catchall === undefined || catchall instanceof z.ZodNever
    return closed ? z.object(shape) : z.object(shape).catchall(catchall)
  }
}

const mayBeMissing = (schema: z.core.$ZodType): boolean => schema._zod.optin !== undefined

const upperBounds = (list: z.ZodArray): number[] =>
  (list.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    if ('maximum' in def && typeof def.maximum === 'number') return [def.maximum]
    return 'length' in def && typeof def.length === 'number' ? [def.length] : []
  })
