import {
  type InferData,
  type Outcome,
  parseReply,
  type RepairCode,
  type StandardSchema
} from '@turnwise/parse'

// Declarations that do not resolve are `any`, and then nothing below is an error any more.

declare const trip: StandardSchema<{ city: string; nights: number }>

export const outcome: Outcome<{ city: string; nights: number }> = parseReply('', { schema: trip })

// @ts-expect-error there is no data before the kind is known
outcome.data

if (outcome.kind === 'structured') {
  const nights: number = outcome.data.nights
  const code: RepairCode | undefined = outcome.repairs[0]?.code
  // @ts-expect-error the city is a string
  const city: number = outcome.data.city
  void [nights, code, city]
}

export const unknownData: unknown = {} as InferData<{ type: 'object' }>

// @ts-expect-error there is no such code
export const code: RepairCode = 'no_such_code'

// @ts-expect-error there is no such mode
parseReply('', { mode: 'other' })
