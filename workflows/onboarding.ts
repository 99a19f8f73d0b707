import { defineWorkflow, setup, type WorkflowEvent, z } from '@turnwise/engine'

const data = z.object({
  name: z.string().min(1).max(200),
  email: z.email().max(200),
  startDate: z.iso.date(),
  equipment: z.array(z.enum(['laptop', 'monitor', 'headset', 'phone'])).min(1),
  policiesAccepted: z.literal(true)
})

type Event = WorkflowEvent<typeof data, 'NEXT' | 'FINISH' | 'STOP'>

/** Guards the order: nobody gets equipment before there is a profile, or finishes without the policies. */
const machine = setup({
  types: { events: {} as Event },
  guards: {
    knowsProfile: ({ event: { data } }) =>
      data.name !== undefined && data.email !== undefined && data.startDate !== undefined,
    knowsEquipment: ({ event: { data } }) => (data.equipment?.length ?? 0) > 0,
    filled: ({ event }) => event.ready
  }
}).createMachine({
  id: 'onboarding',
  initial: 'profile',
  on: { STOP: '.cancelled' },
  states: {
    profile: {
      on: { NEXT: [{ guard: 'knowsProfile', target: 'equipment' }, { target: 'profile' }] }
    },
    equipment: {
      on: { NEXT: [{ guard: 'knowsEquipment', target: 'policies' }, { target: 'equipment' }] }
    },
    policies: {
      on: { NEXT: 'policies', FINISH: { guard: 'filled', target: 'done' } }
    },
    done: { type: 'final' },
    cancelled: { type: 'final' }
  }
})

/** Takes in a new colleague, step by step. */
export default defineWorkflow({
  id: 'onboarding',
  version: 1,
  title: 'Onboarding',
  data,
  machine,
  // Whatever the agent calls it: it goes on, it wants to finish, or it gives up.
  signal: ({ nextAction }) => {
    if (nextAction === 'complete') return { type: 'FINISH' }
    return { type: nextAction === 'error' ? 'STOP' : 'NEXT' }
  },
  steps: [
    { id: 'profile', phase: 'About you', progress: 0.1 },
    { id: 'equipment', phase: 'What you need', progress: 0.5 },
    { id: 'policies', phase: 'How we work', progress: 0.8 },
    { id: 'done', phase: 'Welcome' },
    { id: 'cancelled', phase: 'Stopped', result: 'cancelled' }
  ]
})
