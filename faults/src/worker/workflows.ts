import { defineWorkflow, type Workflow, z } from '@turnwise/engine'
import { misreadKeys } from '../agent/answers.ts'

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

/** Data that the first answer to its turns does not fit: the agent is asked to put it right. */
const careful = defineWorkflow({
  id: misreadKeys,
  version: 1,
  title: misreadKeys,
  data: z.object({ heard: z.string(), times: z.int() }),
  context: { format: 'none' }
})

/**
 * One workflow for each policy of waiting, one that collects data, and one whose agent may be asked
 * twice. The channel of all others is `unsafe`: what may have been asked is never asked again.
 */
export const workflows: readonly Workflow[] = [
  talk('queue', 'queue'),
  talk('reject', 'reject'),
  talk('interrupt', 'interrupt'),
  careful,
  talk('safe', 'queue')
]
