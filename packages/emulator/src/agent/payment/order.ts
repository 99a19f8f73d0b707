/** What the payment agent collects, in the order in which it asks. */
export interface Order {
  recipient?: string
  iban?: string
  amount?: number
  currency?: string
  reason?: string
}

export type OrderField = 'recipient' | 'iban' | 'amount'

const fields: readonly OrderField[] = ['recipient', 'iban', 'amount']

/** More than this is no order; it keeps the patterns cheap on hostile text. */
const readAtMost = 2_000

const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/
const sum =
  /(?<before>€|\$|£|EUR|USD|GBP)? ?(?<amount>\d{1,6}(?:[.,]\d{1,2})?) ?(?<after>€|\$|£|EUR|USD|GBP|euros?|dollars?|pounds?)?/i
const payee = /\b(?:to|[Pp]ay) (?<name>\p{Lu}[\p{L}'.&-]*(?: \p{Lu}[\p{L}'.&-]*){0,4})/u
const purpose = /\bfor (?<reason>[^.;\n]{3,140})/i

export const missingFields = (order: Order): OrderField[] =>
  fields.filter(field => order[field] === undefined)

/** Reads an order out of data from outside; what is not of its type is not collected. */
export function readOrder(data: Readonly<Record<string, unknown>>): Order {
  const { recipient, iban, amount, currency, reason } = data
  return {
    ...(typeof recipient === 'string' ? { recipient } : {}),
    ...(typeof iban === 'string' ? { iban } : {}),
    ...(typeof amount === 'number' ? { amount } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
    ...(typeof reason === 'string' ? { reason } : {})
  }
}

/**
 * Reads every field a message says something about.
 *
 * @param asked the field the agent asked for last: a lone answer is taken for it
 */
export function extractOrder(message: string, asked: OrderField | null): Order {
  const text = message.slice(0, readAtMost)
  const iban = account.exec(text)?.[0]
  const rest = iban === undefined ? text : text.replace(iban, ' ')
  const paid = sum.exec(rest)?.groups
  const recipient = payee.exec(rest)?.groups?.name
  const reason = purpose.exec(rest)?.groups?.reason?.trim()
  const found: Order = {
    ...(iban === undefined ? {} : { iban: iban.replaceAll(' ', '') }),
    ...(paid?.amount === undefined ? {} : readSum(paid.amount, paid.before ?? paid.after)),
    ...(recipient === undefined ? {} : { recipient }),
    ...(reason === undefined ? {} : { reason })
  }
  const alone = asked === 'recipient' && Object.keys(found).length === 0 && rest.trim() !== ''
  return alone ? { recipient: rest.trim().slice(0, 200) } : found
}

const currencies: readonly (readonly [RegExp, string])[] = [
  [/^(?:\$|usd|dollar)/i, 'USD'],
  [/^(?:£|gbp|pound)/i, 'GBP']
]

function readSum(amount: string, sign = ''): Order {
  const known = currencies.find(([pattern]) => pattern.test(sign))
  return { amount: Number(amount.replace(',', '.')), currency: known?.[1] ?? 'EUR' }
}
