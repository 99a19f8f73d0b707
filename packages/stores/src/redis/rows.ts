import type {
  Address,
  Entry,
  Failure,
  Head,
  Reply,
  TurnEnd,
  TurnInput,
  TurnRecord
} from '@turnwise/engine'
import { unpack } from '../packed/pack.ts'
import type { RedisReply } from './client.ts'

/** Rises when the meaning of a field changes; a conversation of another schema is left as it is. */
export const schemaVersion = '1'

type Fields = ReadonlyMap<string, Buffer>

/** What stays as it was when the conversation was opened. */
export type HeadMeta = Pick<Head, 'title' | 'locale'>

/** Reads a head from the fields and the queue that a script returned. */
export const headOf = (
  address: Address,
  reply: RedisReply | undefined,
  queue: RedisReply | undefined
): Head => {
  const fields = fieldsOf(reply)
  const created = isoOf(number(fields, 'ca'))
  const owner = optional(fields, 'o', text)
  return {
    address,
    ...value<HeadMeta>(fields, 'm'),
    version: number(fields, 'v'),
    hash: text(fields, 'hs'),
    fence: number(fields, 'f'),
    lease: owner === null ? null : { owner, until: number(fields, 'lu') },
    tid: optional(fields, 't', text),
    cancel: fields.has('cx'),
    queue: (queue as Buffer[]).map(String),
    workflow: value(fields, 'wf'),
    ref: value(fields, 'cr'),
    state: value(fields, 'st'),
    createdAt: created,
    lastTurnAt: optional(fields, 'la', text) ?? created,
    expiresAt: timeOrNever(fields, 'ex')
  }
}

/** Reads a turn's record; null when there are no fields. */
export const recordOf = (tid: string, reply: RedisReply | undefined): TurnRecord | null => {
  const fields = fieldsOf(reply)
  if (fields.size === 0) return null
  const asks = optional(fields, 'ro', text)?.split(' ') ?? []
  const queries = Array.from({ length: optional(fields, 'qn', number) ?? 0 }, (_, ask) =>
    text(fields, `q:${ask}`)
  )
  return {
    tid,
    route: text(fields, 'rt') as TurnRecord['route'],
    input: optional(fields, 'in', value<TurnInput>),
    fingerprint: text(fields, 'fp'),
    state: text(fields, 's') as TurnRecord['state'],
    workflow: value(fields, 'wf'),
    base: optional(fields, 'bv', number),
    attempts: number(fields, 'a'),
    admittedAt: isoOf(number(fields, 'at')),
    queries,
    handles: optional(fields, 'hd', value<TurnRecord['handles']>),
    replies: asks.map(ask => value<Reply>(fields, `r:${ask}`)),
    late: optional(fields, 'l', value<Reply>),
    turn: optional(fields, 'n', number),
    failure: optional(fields, 'fl', value<Failure>),
    end: optional(fields, 'ef', endOf),
    expiresAt: timeOrNever(fields, 'ex')
  }
}

export const entryOf = (reply: RedisReply | undefined): Entry => unpack<Entry>(reply as Buffer)

const endOf = (fields: Fields): TurnEnd => ({
  fence: number(fields, 'ef'),
  next: optional(fields, 'en', number)
})

const fieldsOf = (reply: RedisReply | undefined): Fields => {
  const flat = reply as Buffer[]
  const fields = new Map<string, Buffer>()
  for (let index = 0; index + 1 < flat.length; index += 2)
    fields.set(String(flat[index]), flat[index + 1] as Buffer)
  return fields
}

const bytes = (fields: Fields, name: string): Buffer => {
  const found = fields.get(name)
  if (found === undefined) throw new SyntaxError(`field ${name} is missing`)
  return found
}

const text = (fields: Fields, name: string): string => bytes(fields, name).toString()

const number = (fields: Fields, name: string): number => {
  const read = Number(text(fields, name))
  if (!Number.isFinite(read)) throw new SyntaxError(`field ${name} is no number`)
  return read
}

const value = <T>(fields: Fields, name: string): T => unpack<T>(bytes(fields, name))

const optional = <T>(
  fields: Fields,
  name: string,
  read: (fields: Fields, name: string) => T
): T | null => (fields.has(name) ? read(fields, name) : null)

/** A time in milliseconds; an empty one means never. */
const timeOrNever = (fields: Fields, name: string): number | null =>
  optional(fields, name, text) ? number(fields, name) : null

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
