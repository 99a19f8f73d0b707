import type { Citation, DisplayMessage, ParseProblem } from '@turnwise/schema'
import type { Activity } from './activity.ts'
import type { Part } from './attachments.ts'

/** One message of the agent: the activity it came in, and what of it a person can be shown. */
export type HeardMessage = {
  activity: Activity
  text: string
  citations: readonly Citation[]
  /** Cards, images, files and signals, in order. */
  parts: readonly Part[]
  suggestedActions: DisplayMessage['suggestedActions']
}

/** A reply as messages; what it says to the workflow is read later. */
export type HeardReply = {
  messages: readonly HeardMessage[]
  problems: readonly ParseProblem[]
  /** The error code of a reply that ends by saying that the far side is busy. */
  throttled: string | null
}
