import type { Activity } from '../../wire/activity.ts'
import type { Answer } from '../answer.ts'
import {
  asBareJson,
  asCard,
  asEmptyObject,
  asEntities,
  asTwoObjects,
  asValue
} from './data-surfaces.ts'
import { type StreamForm, streamText } from './delta-stream.ts'
import { messageOf, proseWithFence } from './message.ts'
import {
  asDroppedByOfficialClient,
  asEndOfConversation,
  asErrorCode,
  asHandoff,
  asSeveralMessages,
  withCitations,
  withSuggestedActions
} from './signals.ts'

/** What a style needs besides the answer. */
export interface Expression {
  /** Unique in the conversation. */
  streamId: string
  errorCode: string
}

type Style = (answer: Answer, expression: Expression) => Activity[]

const streamed =
  (form?: StreamForm): Style =>
  (answer, { streamId }) => {
    const text = proseWithFence(answer)
    return streamText(text, messageOf(text, answer), streamId, form)
  }

const styles = {
  streamed: streamed(),
  cumulative: streamed({ cumulative: true }),
  'channel-data': streamed({ channelDataOnly: true }),
  thoughts: streamed({ thoughts: true }),
  'out-of-order': streamed({ outOfOrder: true }),
  plain: answer => [messageOf(answer.prose, answer)],
  fenced: answer => [messageOf(proseWithFence(answer), answer)],
  bare: asBareJson,
  'two-objects': asTwoObjects,
  'empty-object': asEmptyObject,
  value: asValue,
  entities: asEntities,
  card: asCard,
  several: asSeveralMessages,
  citations: withCitations,
  'suggested-actions': withSuggestedActions,
  'error-code': (_, { errorCode }) => asErrorCode(errorCode),
  handoff: asHandoff,
  'end-of-conversation': asEndOfConversation,
  'dropped-by-official': asDroppedByOfficialClient
} as const satisfies Record<string, Style>

/** How real agents were seen to put an answer on the wire. */
export type StyleName = keyof typeof styles

export const styleNames: readonly [StyleName, ...StyleName[]] = Object.keys(styles) as [
  StyleName,
  ...StyleName[]
]

/** Puts an answer on the wire in a style; addresses and ids are added when it is sent. */
export function express(style: StyleName, answer: Answer, expression: Expression): Activity[] {
  return styles[style](answer, expression)
}
