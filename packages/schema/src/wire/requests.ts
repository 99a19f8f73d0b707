import { z } from 'zod'

/** A conversation id as the server makes them. */
export const conversationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a conversation id of this server')

const locale = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/, 'a language tag such as en-US')

export const startRequest = z
  .strictObject({
    workflowId: z.string().min(1).max(100).optional(),
    locale: locale.optional()
  })
  .meta({ id: 'StartRequest' })
export type StartRequest = z.input<typeof startRequest>

export const sendRequest = z
  .strictObject({ conversationId, text: z.string().min(1) })
  .meta({ id: 'SendRequest' })
export type SendRequest = z.input<typeof sendRequest>

const inputValue = z.union([z.string().max(32_000), z.number(), z.boolean(), z.null()])
const inputs = z.record(z.string().max(200), inputValue)

/** `data` is accepted as another name of `inputs`. */
export const cardActionRequest = z
  .strictObject({
    conversationId,
    cardId: z.string().min(1).max(100).describe('The `cardId` of the message that shows the card.'),
    actionId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'What was pressed: the `id` the action has in the card or, where it has none, `a` and its place, from 0, among all actions of the card in document order. May be left out when the card has exactly one action that submits.'
      ),
    inputs: inputs.optional(),
    data: inputs.optional()
  })
  .meta({ id: 'CardActionRequest' })
export type CardActionRequest = z.input<typeof cardActionRequest>

export const forkRequest = z
  .strictObject({
    conversationId,
    turn: z.int().min(1).optional().describe('The turn after which to go on; by default the last.')
  })
  .meta({ id: 'ForkRequest' })
export type ForkRequest = z.input<typeof forkRequest>

/** Untrusted: constraints are added to the context, step and data only seed a new conversation. */
export const workflowContext = z.strictObject({
  step: z.string().max(200).optional(),
  constraints: z.array(z.string().max(500)).max(20).optional(),
  collectedData: z.record(z.string().max(200), z.unknown()).optional()
})
export type WorkflowContext = z.infer<typeof workflowContext>

export const orchestrateRequest = z
  .strictObject({
    conversationId: conversationId.optional(),
    query: z.string().min(1),
    workflowId: z.string().min(1).max(100).optional(),
    workflowContext: workflowContext.optional()
  })
  .meta({ id: 'OrchestrateRequest' })
export type OrchestrateRequest = z.input<typeof orchestrateRequest>
