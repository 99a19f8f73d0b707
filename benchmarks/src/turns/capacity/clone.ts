import { createClient, RESP_TYPES } from '@redis/client'

/** A client of the server that is filled. */
export const clientOf = (url: string) => createClient({ url })

type Client = ReturnType<typeof clientOf>

/** The keys of one real conversation as Redis serialises them, without the conversation's own name. */
export type Template = readonly {
  readonly suffix: string
  readonly ttl: number
  readonly dump: Buffer
}[]

/** Makes the keys again under other names, inside of Redis: ten conversations to an owner. */
const SCRIPT = `
for number = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  local tag, owner = '{bench.clone-' .. number .. '}', 'owner-' .. math.floor(number / 10)
  for at = 4, #ARGV, 3 do
    redis.call('RESTORE', tag .. ARGV[at], ARGV[at + 1], ARGV[at + 2])
  end
  redis.call('HSET', tag .. ':h', 'u', owner)
  redis.call('ZADD', '{bench.' .. owner .. '}:c', ARGV[3], 'clone-' .. number)
  redis.call('PEXPIRE', '{bench.' .. owner .. '}:c', 86400000)
end`

/** Conversations of one script: Redis answers nobody else meanwhile. */
const BATCH = 500

/** Where a conversation of this number is found. */
export function clonedAs(number: number): { readonly user: string; readonly conversation: string } {
  return { user: `owner-${Math.floor(number / 10)}`, conversation: `clone-${number}` }
}

/** Reads what Redis holds of a conversation; its live events are over after an hour and left out. */
export async function takeTemplate(client: Client, conversation: string): Promise<Template> {
  const tag = `{bench.${conversation}}`
  const keys = (await client.keys(`${tag}*`)).filter(key => !key.includes(':e:'))
  const mapping = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }
  return Promise.all(
    keys.map(async key => ({
      suffix: key.slice(tag.length),
      ttl: Math.max(0, await client.pTTL(key)),
      dump: await client.sendCommand<Buffer>(['DUMP', key], mapping)
    }))
  )
}

/** Makes the conversations `from` to `to`, the images of the templates by turns. */
export async function clone(
  client: Client,
  templates: readonly Template[],
  from: number,
  to: number
): Promise<void> {
  for (let first = from; first <= to; first += BATCH) {
    const last = Math.min(first + BATCH - 1, to)
    const template = templates[Math.floor(first / BATCH) % templates.length] ?? []
    const images = template.flatMap(({ suffix, ttl, dump }) => [suffix, `${ttl}`, dump])
    const numbers = [`${first}`, `${last}`, `${Date.now()}`]
    await client.sendCommand(['EVAL', SCRIPT, '0', ...numbers, ...images])
  }
}
