import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentTurn, Conversation } from '../conversation/conversation.ts'
import type { Behaviour } from '../script/behaviour.ts'
import type { Activity } from '../wire/activity.ts'
import { cutAfter } from '../wire/delivery.ts'

/** What the agent is going to say, and whom it answers. */
export interface Work {
  schemaName: string
  /** Null for a greeting, which answers nobody. */
  replyToId: string | null
  activities: readonly Activity[]
  behaviour: Behaviour
  stepMs: number
}

/**
 * Lets the agent say what it has to say, in its own time. Nobody has to listen: what is said stands
 * in the log of the conversation.
 */
export function work(conversation: Conversation, plan: Work): AgentTurn {
  const turn = conversation.begin()
  void speak(conversation, turn, plan)
  return turn
}

async function speak(conversation: Conversation, turn: AgentTurn, plan: Work): Promise<void> {
  const { behaviour, activities } = plan
  const { fault } = behaviour
  const lost = fault !== undefined && 'lost' in fault && fault.lost
  const said = lost ? activities.slice(0, cutAfter(fault)) : activities
  await pause(behaviour.delayMs)
  for (const [index, activity] of said.entries()) {
    if (index > 0) await pause(behaviour.stepMs ?? plan.stepMs)
    conversation.append(turn, addressed(conversation, plan, activity))
  }
  // An agent that fell silent is still working, as far as anybody can tell.
  if (!(lost && fault.kind === 'silence')) conversation.finish(turn)
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { ref: false })
}

function addressed(conversation: Conversation, plan: Work, activity: Activity): Activity {
  const reply = plan.replyToId === null ? {} : { replyToId: plan.replyToId }
  if (plan.behaviour.activities) {
    return plan.behaviour.correlate ? { ...reply, ...activity } : activity
  }
  return {
    id: conversation.nextActivityId(),
    channelId: 'pva-studio',
    from: { id: plan.schemaName || 'agent', name: 'Simulated agent', role: 'bot' },
    recipient: { id: 'user', role: 'user' },
    conversation: { id: conversation.id },
    locale: 'en-US',
    ...reply,
    ...activity
  }
}
