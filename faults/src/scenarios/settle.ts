import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentCall } from '../agent/calls.ts'
import { Client } from '../client/client.ts'
import type { ClientLog } from '../client/log.ts'
import { check } from '../history/check.ts'
import type { Observed, Violation } from '../history/observed.ts'
import { type House, lease } from '../house/house.ts'
import type { History, Told } from '../worker/subject.ts'
import { eachOf } from './each-of.ts'
import { withoutLost } from './lost.ts'
import type { Outcome } from './scenario.ts'

export type Settling = {
  faults: number
  /** What the scenario counts, where that is not its faults. */
  count?: number
  orders?: Observed['orders']
  /** The store has lost what it had acknowledged: that is counted, and held against what is told. */
  lossy?: boolean
  /** What the scenario itself found. */
  violations?: readonly Violation[]
  wasted?: Record<string, number>
}

/**
 * Ends a run: asks every conversation for one more turn, reads what is there, sends every acknowledged
 * key once more, and holds all of it against the laws.
 */
export const settle = async (
  house: House,
  log: ClientLog,
  { faults, count = faults, orders = [], lossy = false, violations = [], wasted = {} }: Settling
): Promise<Outcome> => {
  const client = new Client(house, log)
  const callsBefore = (await house.agent.calls()).filter(belongsTo(log))
  await untilServing(house)
  const stuck = await probe(client)
  const acked = log.acknowledgements.length
  const histories = await readAll(client)
  // Only now: on an unsafe design a repeat would happen, and hide that what it repeats was lost.
  const repeats = await repeatAll(client)
  const all: Observed = {
    histories,
    acknowledgements: log.acknowledgements,
    refusals: log.refusals,
    calls: (await house.agent.calls()).filter(belongsTo(log)),
    unheard: house.unheard(),
    orders,
    stuck,
    namelessLeases: log.namelessLeases,
    immortals: await house.site.immortals()
  }
  const { observed, lost, unnoticed } = lossy ? withoutLost(all, repeats) : nothingLost(all)
  // With its last second a store may lose that something was asked: it is asked again, or never answered.
  const found = check(observed, lossy ? ['calls', 'sent'] : [])
  return {
    count,
    faults,
    acked,
    committed: [...histories.values()].reduce((sum, { entries }) => sum + entries.length, 0),
    agentCalls: all.calls.length,
    violations: [...found, ...unnoticed, ...violations],
    wasted: {
      ...wasteIn(observed, callsBefore),
      retries: log.retries,
      ...(lossy ? { lostAcknowledgements: lost } : {}),
      ...wasted
    }
  }
}

const nothingLost = (observed: Observed) => ({ observed, lost: 0, unnoticed: [] })

/** The faults have stopped; that their connections come back is not what is measured. */
const untilServing = async (house: House): Promise<void> => {
  for (const { url } of [...house.staff()]) {
    const serves = () =>
      fetch(`${url}/history?conversation=none`).then(
        () => true,
        () => false
      )
    for (let attempt = 0; attempt < 200 && !(await serves()); attempt += 1) await sleep(50)
  }
}

/** One more turn in every conversation; tells where that took too long. */
const probe = async (client: Client): Promise<Observed['stuck']> => {
  const stuck: { conversation: string; milliseconds: number }[] = []
  await eachOf([...client.log.conversations], async conversation => {
    const began = performance.now()
    await client.send({ conversation, key: `${conversation} lives` })
    const milliseconds = Math.round(performance.now() - began)
    if (milliseconds > 2 * lease) stuck.push({ conversation, milliseconds })
  })
  return stuck
}

const readAll = async (client: Client): Promise<ReadonlyMap<string, History>> => {
  const histories = new Map<string, History>()
  await eachOf([...client.log.conversations], async conversation => {
    const history = await client.history(conversation)
    if (history !== null) histories.set(conversation, history)
  })
  return histories
}

/** Sends every acknowledged key again, with what its client has seen; openings are left out. */
const repeatAll = async (client: Client): Promise<ReadonlyMap<string, Told>> => {
  const acknowledged = new Map(client.log.acknowledgements.map(told => [told.key, told]))
  const repeats = new Map<string, Told>()
  await eachOf([...acknowledged.values()], async ({ conversation, key, answer }) => {
    if (answer?.turn === 1) return
    const seen = answer === null ? {} : { seen: answer.seen }
    repeats.set(key, await client.send({ conversation, key, ...seen }))
  })
  return repeats
}

/** What surviving cost: turns that ended without the agent's answer, and calls beyond the first. */
const wasteIn = ({ histories }: Observed, calls: readonly AgentCall[]): Record<string, number> => {
  const entries = [...histories.values()].flatMap(history => history.entries)
  const records = [...histories.values()].flatMap(history => Object.values(history.records))
  return {
    uncertain: entries.filter(({ outcome }) => outcome === 'uncertain').length,
    repeatedCalls: calls.length - new Set(calls.map(({ key, ask }) => `${key} ${ask}`)).size,
    lateReplies: records.filter(({ late }) => late !== null).length
  }
}

/** One agent serves many houses: its calls are told apart by the keys, which are theirs alone. */
const belongsTo = (log: ClientLog) => {
  const keys = new Set([...log.acknowledgements, ...log.refusals].map(({ key }) => key))
  return ({ key }: AgentCall): boolean => keys.has(key)
}
