import { assign, defineWorkflow, setup, type WorkflowEvent, z } from '@turnwise/engine'

const data = z.object({
  recipient: z.string().min(1).max(200),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/),
  amount: z.number().positive().max(10_000),
  currency: z.enum(['EUR', 'GBP', 'USD']),
  reason: z.string().min(1).max(140).optional()
})

/**
 * Guards a payment: the agent gathers and proposes, but only the user's press on the confirm card
 * leads on, and only for exactly what stood on it. What is declined can be tried again, twice.
 */
const machine = setup({
  types: {
    context: {} as { declined: number },
    events: {} as WorkflowEvent<typeof data>
  },
  guards: {
    filled: ({ event }) => event.ready,
    confirmed: ({ event }) => event.ready && event.confirmed,
    tooOften: ({ context }) => context.declined >= 3
  },
  actions: { count: assign({ declined: ({ context }) => context.declined + 1 }) }
}).createMachine({
  id: 'payment',
  context: { declined: 0 },
  initial: 'gathering',
  on: { error: '.declined', DECLINED: '.declined', TIMEOUT: '.declined' },
  states: {
    gathering: {
      on: { ask: 'gathering', confirm: { guard: 'filled', target: 'confirming' } }
    },
    confirming: {
      on: {
        ask: 'gathering',
        confirm: { guard: 'filled', target: 'confirming' },
        complete: { guard: 'confirmed', target: 'success' }
      }
    },
    declined: {
      entry: 'count',
      always: { guard: 'tooOften', target: 'failed' },
      on: { ask: 'gathering', confirm: { guard: 'filled', target: 'confirming' } }
    },
    success: { type: 'final' },
    failed: { type: 'final' }
  }
})

/** Pays somebody: gathered by the agent, guarded by a machine, confirmed by the user. */
export default defineWorkflow({
  id: 'payment',
  version: 1,
  title: 'Payment',
  data,
  machine,
  confirm: true,
  steps: [
    { id: 'gathering', phase: 'Gathering the details', progress: 0.2 },
    { id: 'confirming', phase: 'Waiting for your confirmation', progress: 0.7 },
    { id: 'declined', phase: 'Not paid', progress: 0.2 },
    { id: 'success', phase: 'Paid' },
    { id: 'failed', phase: 'Given up', result: 'failed' }
  ],
  deadlines: { confirming: 15 * 60 * 1000 },
  context: {
    constraints: [
      'Ask for one missing detail at a time',
      'Propose “confirm” when everything is there, “complete” once the user has confirmed'
    ]
  }
})
