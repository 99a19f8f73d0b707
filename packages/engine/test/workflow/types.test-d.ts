import { assign, defineWorkflow, setup, type WorkflowEvent, z } from '@turnwise/engine'

const data = z.object({
  destination: z.string(),
  stops: z.array(z.string()).optional(),
  travellers: z.int()
})
const base = { id: 'trip', version: 1, title: 'Trip', data } as const

/** Collected data is typed from the schema. */
export const typed = defineWorkflow({
  ...base,
  append: ['stops'],
  onComplete: collected => {
    const { destination, travellers }: { destination: string; travellers: number } = collected
    const stops: string[] | undefined = collected.stops
    return [destination, travellers, stops] satisfies unknown[] as never
  }
})

export const output: (typeof typed.data & object)['full'] = data

defineWorkflow({
  ...base,
  // @ts-expect-error nothing of that name is collected
  onComplete: collected => collected.hotel
})

// @ts-expect-error only declared fields can be appended to
defineWorkflow({ ...base, append: ['guests'] })

// @ts-expect-error only lists can be appended to
defineWorkflow({ ...base, append: ['destination'] })

// @ts-expect-error nothing can be appended to without data
defineWorkflow({ id: 'talk', version: 1, title: 'Talk', append: ['anything'] })

const machine = setup({
  types: { context: {} as { n: number }, events: {} as WorkflowEvent<typeof data, 'GO' | 'STOP'> },
  guards: {
    // What is collected is there or not, and of its type.
    many: ({ event }) => (event.data.travellers ?? 0) > 2 && event.ready && !event.confirmed,
    // @ts-expect-error nothing of that name is collected
    hotel: ({ event }) => event.data.hotel === undefined
  },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) }
}).createMachine({ context: { n: 0 } })

/** A signal reads the reply and the facts, and makes an event of the machine. */
export const guarded = defineWorkflow({
  ...base,
  machine,
  signal: (parsed, facts) => {
    const said: number | undefined = parsed.data?.travellers
    const known: string | undefined = facts.data.destination
    return said === undefined || known === undefined ? null : { type: 'GO' }
  },
  migrate: { 0: ({ data }) => ({ data: { destination: data.city } }) }
})

defineWorkflow({
  ...base,
  machine,
  // @ts-expect-error the machine has no such event
  signal: () => ({ type: 'LEAVE' })
})

defineWorkflow({
  ...base,
  machine,
  // @ts-expect-error nothing of that name is collected
  signal: parsed => (parsed.data?.hotel === undefined ? null : { type: 'GO' })
})

// @ts-expect-error a migration answers with data
defineWorkflow({ ...base, migrate: { 1: () => ({ step: 'a' }) } })
