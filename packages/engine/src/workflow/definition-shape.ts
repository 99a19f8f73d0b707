import { CARD_ACTIONS, type ParsedTurn } from '@turnwise/schema'
import type { AnyStateMachine, EventObject } from 'xstate'
import { z } from 'zod'
import { contextDefinition } from '../context/context-settings.ts'
import type { Facts, Migration } from './workflow.ts'

/** Fields of a definition whose capability is not there yet. */
export const later = {
  onTurn: 'the outlet',
  onComplete: 'the outlet'
} as const

const name = z.string().min(1).max(200)
const isFunction = (value: unknown): boolean => typeof value === 'function'
const year = 366 * 24 * 60 * 60 * 1000

/** What each field of a definition may be, taken by itself. */
export const definitionShape = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,99}$/, 'small letters, digits and dashes'),
  version: z.number().int().min(1),
  title: z.string().min(1).max(200),
  data: z
    .custom<z.ZodObject>(value => value instanceof z.ZodObject, 'a z.object({ … })')
    .optional(),
  steps: z
    .array(
      z.union([
        name,
        z.strictObject({
          id: name,
          phase: name.optional(),
          progress: z.number().min(0).max(1).optional(),
          irreversible: z.boolean().optional(),
          result: z.enum(['success', 'cancelled', 'failed', 'handed-off']).optional()
        })
      ])
    )
    .max(100)
    .optional(),
  machine: z
    .custom<AnyStateMachine>(isMachine, 'a machine made by setup(…).createMachine(…)')
    .optional(),
  signal: z
    .custom<(parsed: ParsedTurn, facts: Facts) => EventObject | null>(isFunction, 'a function')
    .optional(),
  confirm: z.boolean().optional(),
  deadlines: z.record(name, z.number().int().min(1).max(year)).optional(),
  migrate: z
    .record(
      z.string().regex(/^[1-9]\d{0,8}$/, 'the number of an older version'),
      z.custom<(from: Migration) => unknown>(isFunction, 'a function')
    )
    .optional(),
  context: contextDefinition.optional(),
  reopen: z.boolean().optional(),
  append: z.array(z.string()).max(100).optional(),
  waiting: z.enum(['queue', 'reject', 'interrupt']).optional(),
  surfaces: z.strictObject({ entities: z.array(z.string()).max(100).optional() }).optional(),
  reask: z.literal([0, 1, 2]).optional(),
  onParseErrors: z.enum(['passthrough', 'error']).optional(),
  cards: z
    .strictObject({
      allow: z.array(z.enum(CARD_ACTIONS)).optional()
    })
    .optional()
})

/** A definition each of whose fields is well formed. */
export type CheckedDefinition = z.output<typeof definitionShape>

/** By what it has, because it may come from another copy of xstate. */
function isMachine(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'implementations' in value && 'root' in value
  )
}
