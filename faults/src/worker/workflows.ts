import { defineWorkflow, type Workflow } from '@turnwise/engine'

const talk = (id: string, waiting: 'queue' | 'reject' | 'interrupt'): Workflow =>
  defineWorkflow({
    id,
    version: 1,
    title: id,
    steps: [{ id: 'talk' }],
    waiting,
    // What the agent is told is what the user said: so it can count calls by key.
    context: { format: 'none' }
  })

/**
 * One workflow for each policy of waiting, and one whose agent may be asked twice. The channel of all
 * others is `unsafe`: what may have been asked is never asked again.
 */
export const workflows: readonly Workflow[] = [
  talk('queue', 'queue'),
  talk('reject', 'reject'),
  talk('interrupt', 'interrupt'),
  talk('safe', 'queue')
]
