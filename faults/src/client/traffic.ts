import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../house/house.ts'
import type { Random } from '../random.ts'
import { Client } from './client.ts'
import { ClientLog } from './log.ts'

export type TrafficOptions = {
  random: Random
  /** Conversations at a time. */
  conversations: number
  /** Writers in each, each with one message under way. */
  writers: number
  /** Messages of each writer, then a new conversation takes the place of the old. */
  messages: number
  /** One of these is the workflow of each conversation. */
  workflows: readonly string[]
}

/** People who talk in many conversations, until they are asked to come to an end. */
export type Traffic = {
  log: ClientLog
  /** Resolves when the next client is told something. */
  somethingTold: () => Promise<void>
  finish: () => Promise<void>
}

let numbered = 0

/** Begins traffic. Every key is unique in this process, so that one agent can serve many houses. */
export const startTraffic = (house: House, options: TrafficOptions): Traffic => {
  const log = new ClientLog()
  const client = new Client(house, log)
  let over = false
  let current: string | null = null

  const write = async (conversation: string, name: string, greeting: string): Promise<void> => {
    let seen = greeting
    for (let message = 0; message < options.messages && !over; message += 1) {
      const key = `${name}.${message}`
      const told = await client.send({ conversation, key, seen })
      // Whoever is told that something is missing does not go on there.
      if (told.kind === 'refused') return
      seen = told.answer?.seen ?? seen
    }
  }
  const talk = async (): Promise<void> => {
    while (!over) {
      numbered += 1
      const workflow = options.random.pick(options.workflows)
      const name = `${workflow}${numbered}`
      const told = await client.open({ key: name, workflow })
      // What a store has lost in the middle of an opening may never come about.
      if (told.kind === 'refused' || told.answer === null) continue
      const { conversationId, seen } = told.answer
      current = conversationId
      const writers = Array.from({ length: options.writers }, (_, n) =>
        write(conversationId, `${name}.${n}`, seen)
      )
      await Promise.all(writers)
    }
  }
  /** Looks now and then at who holds the conversation that began last. */
  const watch = async (): Promise<void> => {
    while (!over) {
      await sleep(100)
      const head = current === null ? undefined : (await client.history(current))?.head
      if (head?.lease != null && head.tid === null)
        log.namelessLeases.push(head.address.conversation)
    }
  }

  const talking = Promise.all([watch(), ...Array.from({ length: options.conversations }, talk)])
  return {
    log,
    somethingTold: () => log.next(),
    async finish() {
      over = true
      await talking
    }
  }
}
