import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../client/client.ts'
import { ClientLog } from '../client/log.ts'
import type { Violation } from '../history/observed.ts'
import { type House, lease } from '../house/house.ts'
import type { Told } from '../worker/subject.ts'
import { inHouses, type Part } from './in-houses.ts'
import { type Outcome, type Scenario, together } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

/** As many as may wait. */
const places = 16

/** Fills queues, kills whoever drives them, lets waiters run out of time, under each policy. */
export const queue: Scenario = {
  name: 'queue',
  does: 'fills queues of 16, kills their drivers, lets waiters give up, under each policy',
  stores: ['sqlite', 'redis'],
  counts: 'rounds',
  count: { short: 4, usual: 16, full: 100 },
  async run(plan) {
    const half = { ...plan, count: Math.ceil(plan.count / 2) }
    const patient = await inHouses(
      half,
      { site: siteOn(plan.store), spares: 1 },
      inRounds([drivenByTheDead, rejected, interrupted])
    )
    const hasty = await inHouses(
      half,
      { site: siteOn(plan.store), spares: 0, queueWait: 1.5 * lease },
      inRounds([withdrawn])
    )
    return together(patient, hasty)
  }
}

type Round = (scene: Scene) => Promise<readonly Violation[]>

type Scene = {
  house: House
  client: Client
  part: Part
  /** A name nobody else has. */
  name: string
  /** Where the order of admission is written down. */
  orders: { conversation: string; keys: readonly string[] }[]
}

const inRounds =
  (rounds: readonly Round[]) =>
  async (house: House, part: Part): Promise<Outcome> => {
    await house.agent.behave({ delay: [150, 150], pieces: 3, step: 10 })
    const client = new Client(house, new ClientLog())
    const orders: Scene['orders'] = []
    const violations: Violation[] = []
    const run = part.random.between(0, 1e9)
    let faults = 0
    for (; faults < part.count && part.time(); faults += 1) {
      const round = rounds[faults % rounds.length]
      const scene = { house, client, part, orders, name: `queue${run}.${faults}` }
      violations.push(...((await round?.(scene)) ?? []))
      part.tick()
    }
    return settle(house, client.log, { faults, orders, violations })
  }

/** Sends one message, then fills the queue behind it, each after the one before has been admitted. */
const fill = async (
  { client, name, orders }: Scene,
  conversation: string,
  behind: number
): Promise<Promise<Told>[]> => {
  const keys = Array.from({ length: behind + 1 }, (_, number) => `${name}.${number}`)
  orders.push({ conversation, keys })
  const told: Promise<Told>[] = []
  for (const [number, key] of keys.entries()) {
    told.push(client.send({ conversation, key }))
    await admitted(client, conversation, number)
  }
  return told
}

/** Resolves when so many turns have been admitted behind the one that runs, or were answered since. */
const admitted = async (client: Client, conversation: string, behind: number): Promise<void> => {
  for (;;) {
    const history = await client.history(conversation)
    const { version = 0, tid = null, queue: waiting = [] } = history?.head ?? {}
    // The greeting is turn 1; whoever runs or has been answered does not wait any more.
    if (version - 1 + (tid === null ? 0 : 1) + waiting.length > behind) return
    await sleep(5)
  }
}

/** The worker that drives a full queue dies with the next one granted; nobody is forgotten. */
const drivenByTheDead: Round = async scene => {
  const { house, client, name } = scene
  const { conversationId: conversation } = await client.start({ key: name, workflow: 'queue' })
  const told = await fill(scene, conversation, places)
  const full = await client.send({ conversation, key: `${name} too many` })
  const room = (await client.history(conversation))?.head.queue.length ?? 0
  for (const { worker } of house.staff())
    await worker.arm({ at: 'queue', action: 'kill', conversation })
  await Promise.all(told)
  return full.kind === 'refused' || room < places
    ? []
    : [policyBroken(conversation, 'a queue of 16 took one more')]
}

const rejected: Round = async ({ client, name }) => {
  const { conversationId: conversation } = await client.start({ key: name, workflow: 'reject' })
  const running = client.send({ conversation, key: `${name}.runs` })
  await admitted(client, conversation, 0)
  const second = await client.send({ conversation, key: `${name}.is rejected` })
  await running
  const busy = second.kind === 'refused' && second.code === 'ERR_CONVERSATION_BUSY'
  return busy || (second.kind === 'answered' && second.answer.turn === 3)
    ? []
    : [policyBroken(conversation, `a second message was told ${JSON.stringify(second)}`)]
}

const interrupted: Round = async ({ client, name }) => {
  const { conversationId: conversation } = await client.start({ key: name, workflow: 'interrupt' })
  const running = client.send({ conversation, key: `${name}.is interrupted` })
  await admitted(client, conversation, 0)
  const second = await client.send({ conversation, key: `${name}.interrupts` })
  const first = await running
  const stopped =
    first.kind === 'answered' && ['stopped', 'committed'].includes(first.answer.outcome)
  return stopped && second.kind === 'answered' && second.answer.outcome === 'committed'
    ? []
    : [policyBroken(conversation, `a message interrupted and was told ${JSON.stringify(second)}`)]
}

/** More wait than can be answered in time: those who waited too long are told, and never sent. */
const withdrawn: Round = async scene => {
  const { client, name } = scene
  const { conversationId: conversation } = await client.start({ key: name, workflow: 'queue' })
  const told = await Promise.all(await fill(scene, conversation, places))
  const late = told.filter(({ kind }) => kind === 'failed').length
  return late > 0 ? [] : [policyBroken(conversation, 'everybody was answered in time')]
}

const policyBroken = (conversation: string, detail: string): Violation => ({
  law: 'policy',
  conversation,
  detail
})
