import { findDates, toIsoDate } from '../travel/find-dates.ts'

/** What the onboarding agent collects, in the order in which it asks. */
export interface Colleague {
  name?: string
  email?: string
  startDate?: string
  equipment?: string[]
  policiesAccepted?: boolean
}

export type ColleagueField = keyof Colleague

const fields: readonly ColleagueField[] = [
  'name',
  'email',
  'startDate',
  'equipment',
  'policiesAccepted'
]
export const things = ['laptop', 'monitor', 'headset', 'phone'] as const

const readAtMost = 2_000
const address = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/
const introduced =
  /\b(?:I am|I'm|my name is) (?<name>\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'.-]*){0,4})/u
const agreed = /\b(?:yes|accept|agree|ok|okay)\b/i

export const missingFields = (colleague: Colleague): ColleagueField[] =>
  fields.filter(field => colleague[field] === undefined)

/** Reads a colleague out of data from outside; what is not of its type is not collected. */
export function readColleague(data: Readonly<Record<string, unknown>>): Colleague {
  const { name, email, startDate, equipment, policiesAccepted } = data
  const chosen = Array.isArray(equipment) ? things.filter(thing => equipment.includes(thing)) : []
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof email === 'string' ? { email } : {}),
    ...(typeof startDate === 'string' ? { startDate } : {}),
    ...(chosen.length > 0 ? { equipment: chosen } : {}),
    ...(policiesAccepted === true ? { policiesAccepted } : {})
  }
}

/**
 * Reads every field a message says something about.
 *
 * @param asked the field the agent asked for last: a lone answer is taken for it
 */
export function extractColleague(message: string, asked: ColleagueField | null): Colleague {
  const text = message.slice(0, readAtMost)
  const email = address.exec(text)?.[0]
  const [date] = findDates(text)
  const startDate = date?.year ? toIsoDate(date.year, date.month, date.day) : null
  const equipment = things.filter(thing => text.toLowerCase().includes(thing))
  const name = introduced.exec(text)?.groups?.name
  const found: Colleague = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(startDate === null ? {} : { startDate }),
    ...(equipment.length > 0 ? { equipment } : {}),
    ...(asked === 'policiesAccepted' && agreed.test(text) ? { policiesAccepted: true } : {})
  }
  const alone = asked === 'name' && Object.keys(found).length === 0 && text.trim() !== ''
  return alone ? { name: text.trim().slice(0, 200) } : found
}
