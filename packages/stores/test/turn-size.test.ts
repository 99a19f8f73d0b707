import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Channel, createEngine, defineWorkflow, type Store, z } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { expect, it } from 'vitest'
import { newFolder } from './new-folder.ts'

const me = { tenant: 'tenant', user: 'user' }

const workflow = defineWorkflow({
  id: 'trip',
  version: 1,
  title: 'Trip',
  data: z.object({ destination: z.string(), travellers: z.number() })
})

/** Words without much in common from one reply to the next, 1,024 characters of them. */
const aReply = (): string =>
  Array.from({ length: 64 }, () => `${crypto.randomUUID().slice(0, 7)} and then`)
    .join(' ')
    .slice(0, 1024)

/** An agent that answers at once. */
const agent: Channel = {
  id: 'at once',
  capabilities: { resend: 'safe', needsUser: false, maxInput: 1e6, streams: false, cards: false },
  async *start() {
    yield { type: 'end' }
  },
  async *send() {
    const activity = {
      type: 'message',
      id: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      from: { id: 'agent', role: 'bot' },
      text: aReply()
    }
    yield { type: 'activity', raw: JSON.stringify(activity) }
    yield { type: 'end' }
  }
}

const converse = async (store: Store, turns: number, watch = (_turn: number): void => {}) => {
  const engine = createEngine({ store, channel: agent, workflows: [workflow] })
  const start = await engine.startWorkflow(me, {})
  await start.result
  const { conversationId } = start
  for (let number = 1; number <= turns; number += 1) {
    const text = `Message ${number}: to Lisbon with two people, please.`
    const turn = await engine.processUserInput(me, { conversationId, text })
    for await (const event of turn.events(null, new AbortController().signal))
      expect(event.event).not.toBe('reset')
    await turn.result
    watch(number)
  }
}

it('[S4.1] a turn with a reply of 1 KB takes at most 3 KB of the file', async () => {
  const file = join(newFolder(), 'store.db')
  const store = await sqliteStore({ file })
  const turns = 320
  await converse(store, turns)
  await store.close()
  const size = statSync(file).size / turns
  expect(size).toBeGreaterThan(1024)
  expect(size).toBeLessThanOrEqual(3 * 1024)
})

it('[S4.1] a turn reads as much after hundreds of others as after a few', async () => {
  const memory = memoryStore()
  let read = 0
  const counted =
    <T extends unknown[], R>(operation: (...values: T) => Promise<R>) =>
    async (...values: T): Promise<R> => {
      const answer = await operation(...values)
      read += JSON.stringify(answer ?? null).length
      return answer
    }
  const store: Store = {
    ...memory,
    admit: counted(memory.admit),
    head: counted(memory.head),
    record: counted(memory.record),
    entries: counted(memory.entries),
    commit: counted(memory.commit),
    async *events(...values) {
      for await (const event of memory.events(...values)) {
        read += JSON.stringify(event).length
        yield event
      }
    }
  }
  const reads: number[] = []
  await converse(store, 300, () => {
    reads.push(read)
    read = 0
  })
  const [early = 0, late = 0] = [reads[20], reads[290]]
  expect(early).toBeGreaterThan(1000)
  expect(late / early).toBeLessThan(1.1)
})
