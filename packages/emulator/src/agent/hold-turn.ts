import { type QueryTemplate, readQuery } from '@turnwise/schema'
import type { AgentTurn, Conversation } from '../conversation/conversation.ts'
import type { Behaviour } from '../script/behaviour.ts'
import { type Activity, readIncoming } from '../wire/activity.ts'
import { work } from './agent-work.ts'
import type { StyleName } from './express/index.ts'
import { planActivities } from './plan-activities.ts'
import { chooseScenario } from './scenarios.ts'

/** How an unscripted answer is given. */
export interface Manner {
  defaultStyle: StyleName
  /** Milliseconds between two activities. */
  stepMs: number
  /** With which queries are written, when that is no named format. */
  template: QueryTemplate | undefined
}

/** Sets the agent to work on a message. */
export function holdTurn(
  conversation: Conversation,
  schemaName: string,
  message: Activity,
  behaviour: Behaviour,
  manner: Manner
): AgentTurn {
  const incoming = readIncoming(message, conversation.nextActivityId())
  const query = readQuery(incoming.text, manner.template)
  const { answer, memory } = chooseScenario(schemaName, query.phase).reply({
    text: incoming.text,
    query,
    submitted: incoming.value,
    memory: conversation.memory
  })
  conversation.memory = memory
  const streamId = `stream-${conversation.nextActivityId()}`
  const activities = planActivities(answer, behaviour, streamId, manner.defaultStyle)
  const { stepMs } = manner
  return work(conversation, { schemaName, replyToId: incoming.id, activities, behaviour, stepMs })
}

/** Greets once: a repeated start is given the same greeting. */
export function greet(
  conversation: Conversation,
  schemaName: string,
  wanted: boolean,
  behaviour: Behaviour,
  manner: Manner
): AgentTurn {
  if (conversation.greeting) return conversation.greeting
  const answer = chooseScenario(schemaName, null).greet()
  const streamId = `stream-${conversation.nextActivityId()}`
  const activities = wanted ? planActivities(answer, behaviour, streamId, manner.defaultStyle) : []
  const { stepMs } = manner
  const plan = { schemaName, replyToId: null, activities, behaviour, stepMs }
  conversation.greeting = work(conversation, plan)
  return conversation.greeting
}
