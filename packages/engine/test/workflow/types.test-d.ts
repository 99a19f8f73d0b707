import { defineWorkflow, z } from '@turnwise/engine'

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
