import { z } from 'zod'
import { message } from './message.ts'
import { workflowState } from './workflow-state.ts'

/** A conversation as its owner reads it: the newest page of its transcript, and where it stands. */
export const conversationView = z
  .object({
    conversationId: z.string(),
    workflowState,
    messages: z.array(message),
    seen: z.string(),
    /** Ids of the cards that can still be submitted. */
    openCards: z.array(z.string()),
    /** Number of the turn in flight, or null. */
    running: z.number().int().nullable(),
    /** Pass as `before` for the page before this one; null at the beginning. */
    before: z.number().int().nullable()
  })
  .meta({ id: 'Conversation' })
export type ConversationView = z.infer<typeof conversationView>

export const conversationSummary = z
  .object({
    conversationId: z.string(),
    workflowId: z.string(),
    title: z.string(),
    status: z.enum(['active', 'completed', 'error']),
    turn: z.number().int(),
    createdAt: z.iso.datetime(),
    lastTurnAt: z.iso.datetime()
  })
  .meta({ id: 'ConversationSummary' })
export type ConversationSummary = z.infer<typeof conversationSummary>

/** The owner's conversations, newest first; `next` is the cursor of the following page. */
export const conversationList = z
  .object({ conversations: z.array(conversationSummary), next: z.string().nullable() })
  .meta({ id: 'ConversationList' })
export type ConversationList = z.infer<typeof conversationList>

export const workflowList = z
  .object({
    workflows: z.array(
      z.object({
        id: z.string(),
        version: z.number().int(),
        title: z.string(),
        default: z.boolean()
      })
    ),
    /** True when the built-in simulated agent answers: the interface must say so. */
    simulatedAgent: z.boolean()
  })
  .meta({ id: 'WorkflowList' })
export type WorkflowList = z.infer<typeof workflowList>
