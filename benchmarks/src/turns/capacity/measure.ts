import { redisStore } from '@turnwise/stores/redis'
import { turnwiseHost } from '../contestants/turnwise.ts'
import { inPlace } from '../place.ts'
import type { RedisServer } from '../redis-server.ts'
import { sendNext } from '../work/send-next.ts'
import { clientOf, clone, clonedAs, takeTemplate } from './clone.ts'

/** Real conversations that the others are images of. */
const TEMPLATES = 20

/** Memory with so many idle conversations. */
export interface Level {
  readonly conversations: number
  /** Bytes that Redis counts as used. */
  readonly used: number
  /** Bytes of its process, with what its allocator loses between the pieces. */
  readonly resident: number
  /** Bytes used by each. */
  readonly each: number
}

export interface Capacity {
  /** Messages in each conversation; its greeting is one turn more. */
  readonly messages: number
  readonly levels: readonly Level[]
}

/**
 * Fills Redis with idle conversations and reads its memory at each level.
 *
 * The last of them then takes another message, as a real one does; it throws when not.
 */
export function measureCapacity(
  redis: RedisServer,
  messages: number,
  levels: readonly number[]
): Promise<Capacity> {
  return inPlace(redis, async place => {
    const host = await turnwiseHost(await redisStore({ url: redis.url }), place)
    const client = clientOf(redis.url)
    await client.connect()
    const templates = []
    for (let index = 0; index < TEMPLATES; index++) {
      const conversation = await host.begin()
      for (let message = 0; message < messages; message++) await sendNext(host, conversation)
      templates.push(await takeTemplate(client, conversation))
    }
    await host.close()
    await redis.clear()
    const { used: empty } = await redis.memory()
    const found: Level[] = []
    let made = 0
    for (const conversations of levels) {
      await clone(client, templates, made + 1, conversations)
      made = conversations
      const memory = await redis.memory()
      found.push({ conversations, ...memory, each: (memory.used - empty) / conversations })
    }
    client.destroy()
    const { user, conversation } = clonedAs(made)
    const owner = await turnwiseHost(await redisStore({ url: redis.url }), place, user)
    await sendNext(owner, conversation)
    await owner.close()
    return { messages, levels: found }
  })
}
