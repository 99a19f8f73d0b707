import { z } from 'zod'
import { message } from './message.ts'
import { problem } from './problem.ts'
import { turnAnswer } from './turn-answer.ts'
import { workflowState } from './workflow-state.ts'

/** The data of each server-sent event, by the event's name. */
export const liveEventData = {
  /** A turn was admitted; `turn` is the number it will have. */
  'turn-started': z.object({ turn: z.number().int() }),
  /** Text to append to the message that is being written; provisional until `message`. */
  'message-delta': z.object({ turn: z.number().int(), messageId: z.string(), text: z.string() }),
  /**
   * The data of the turn as far as it has been read, in place of what this event said before: declared
   * fields that are whole and valid by themselves; provisional until `state`.
   */
  'data-partial': z.object({ turn: z.number().int(), data: z.record(z.string(), z.unknown()) }),
  /** A whole message; replaces what was written under its id. */
  message: z.object({ turn: z.number().int(), message }),
  state: z.object({ turn: z.number().int(), workflowState }),
  'turn-committed': turnAnswer,
  'turn-failed': problem,
  /** The turn is tried again from the beginning: drop its provisional text. */
  restart: z.object({ turn: z.number().int() }),
  /** The stream cannot continue where the client left it: read the conversation again. */
  reset: z.object({})
} as const

type LiveEventData = { [Name in keyof typeof liveEventData]: z.infer<(typeof liveEventData)[Name]> }
export type LiveEventName = keyof LiveEventData

/** One live event of a conversation, as the union of its names. */
export type LiveEvent = {
  [Name in LiveEventName]: { event: Name; data: LiveEventData[Name] }
}[LiveEventName]
