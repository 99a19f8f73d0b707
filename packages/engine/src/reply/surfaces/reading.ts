import type { ParseReport, Trust } from '@turnwise/schema'
import type { Workflow } from '../../workflow/workflow.ts'
import type { HeardMessage } from '../heard-reply.ts'

/** A value that a surface offers as data, with what is known about its reading. */
export type Attempt = {
  value: unknown
  confidence: Trust
  score: number
  report: ParseReport | null
  /** The message's text without the data, where the data stood in the text. */
  remainingText: string | null
}

/** What one surface of one message holds; without an attempt, nothing there was meant as data. */
export type Reading = {
  /** The likeliest first. */
  attempts: readonly Attempt[]
  report: ParseReport | null
}

/** Looks for data on one surface of a message. */
export type SurfaceReader = (message: HeardMessage, workflow: Workflow) => Reading

export const nothing: Reading = { attempts: [], report: null }

/** A value that came as a value: nothing had to be read out of anything. */
export const given = (value: unknown): Reading => ({
  attempts: [{ value, confidence: 'high', score: 1, report: null, remainingText: null }],
  report: null
})
