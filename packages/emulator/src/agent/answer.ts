import type { Envelope, ReadQuery } from '@turnwise/schema'
import type { Activity } from '../wire/activity.ts'

/** What the simulated agent wants to say, before a style puts it on the wire. */
export interface Answer {
  /** What a person reads. */
  prose: string
  /** What the workflow reads; null for an agent that only talks. */
  envelope: Envelope | null
  /** An Adaptive Card to show with the words. */
  card: Activity | null
  /** What follows the words on the wire, such as a hand-over. */
  signals?: readonly Activity[]
}

/** What one turn of the agent starts from. */
export interface Question {
  /** The text as it was sent, context included. */
  text: string
  /** The same, read. */
  query: ReadQuery
  /** What a pressed button submitted; undefined when the user wrote. */
  submitted: unknown
  /** What the agent remembers by itself of this conversation. */
  memory: Readonly<Record<string, unknown>>
}

/** The answer, and what the agent remembers from now on. */
export interface Reply {
  answer: Answer
  memory: Readonly<Record<string, unknown>>
}

/** A deterministic agent: the same question has the same reply, whoever asks and whenever. */
export interface Scenario {
  /** The bot's schema name in the URL. */
  name: string
  greet(): Answer
  reply(question: Question): Reply
}
