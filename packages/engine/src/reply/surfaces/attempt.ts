import type { ParseReport, Trust } from '@turnwise/schema'
import type { Workflow } from '../../workflow/define-workflow.ts'
import type { HeardMessage } from '../normalise.ts'

/** A value that a surface offers as data, with what is known about its reading. */
export type Attempt = {
  value: unknown
  confidence: Trust
  score: number
  report: ParseReport | null
  /** The message's text without the data, where the data stood in the text. */
  remainingText: string | null
}

/** Looks for data on one surface of a message; null when nothing there was meant as data. */
export type SurfaceReader = (message: HeardMessage, workflow: Workflow) => Attempt | null

/** A value that came as a value: nothing had to be read out of anything. */
export const asGiven = (value: unknown): Attempt => ({
  value,
  confidence: 'high',
  score: 1,
  report: null,
  remainingText: null
})
