import { defineWorkflow, type Workflow, z } from '@turnwise/engine'
import type { ParsedTurn } from '@turnwise/schema'
import { normalise } from '../../src/reply/normalise.ts'
import { readReply } from '../../src/reply/read-reply.ts'
import type { ReplyRules } from '../../src/reply/rules.ts'

/** A workflow that collects a trip. */
export const trip: Workflow = defineWorkflow({
  id: 'trip',
  version: 1,
  title: 'Trip',
  data: z.object({
    destination: z.string().min(1),
    travellers: z.int().min(1),
    date: z.iso.date().optional(),
    hotel: z.object({ name: z.string(), nights: z.int().min(1) }).optional()
  })
})

/** A workflow that collects nothing. */
export const talk: Workflow = defineWorkflow({ id: 'talk', version: 1, title: 'Talk' })

export type Sent = Record<string, unknown>

/** A message of the agent. */
export const message = (fields: Sent): Sent => ({
  type: 'message',
  from: { id: 'agent', role: 'bot' },
  ...fields
})

/** Reads activities as a turn does: the raw text of each, normalised, then read. */
export const read = (
  activities: readonly (Sent | string)[],
  workflow: Workflow = trip,
  rules: ReplyRules = {}
): ParsedTurn => {
  const raws = activities.map(activity =>
    typeof activity === 'string' ? activity : JSON.stringify(activity)
  )
  return readReply(normalise(raws, rules), workflow, rules).parsed
}

export const adaptive = (content: unknown): Sent => ({
  contentType: 'application/vnd.microsoft.card.adaptive',
  content
})

/** A card with a button for each of `data`. */
export const cardOf = (...data: unknown[]): Sent =>
  adaptive({
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'TextBlock', text: 'Card' }],
    actions: data.map((item, index) => ({
      type: 'Action.Submit',
      title: `Button ${index}`,
      data: item
    }))
  })

export const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
