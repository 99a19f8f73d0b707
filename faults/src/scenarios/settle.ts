import type { AgentCall } from '../agent/calls.ts'
import { Client } from '../client/client.ts'
import type { ClientLog } from '../client/log.ts'
import { check } from '../history/check.ts'
import type { Observed, Violation } from '../history/observed.ts'
import { type House, lease } from '../house/house.ts'
import type { History } from '../worker/subject.ts'
import type { Outcome } from './scenario.ts'

export type Settling = {
  faults: number
  orders?: Observed['orders']
  /** Heads that were seen with a lease and no turn while the faults were going on. */
  namelessLeases?: readonly string[]
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
  settling: Settling
): Promise<Outcome> => {
  const client = new Client(house, log)
  const conversations = [...log.conversations]
  const calls = (await house.agent.calls()).filter(belongsTo(log))
  const stuck: { conversation: string; milliseconds: number }[] = []
  await eachOf(conversations, async conversation => {
    const began = performance.now()
    await client.send({ conversation, key: `${conversation} lives` })
    const milliseconds = Math.round(performance.now() - began)
    if (milliseconds > 2 * lease) stuck.push({ conversation, milliseconds })
  })
  const acknowledged = log.acknowledgements.length
  const histories = new Map<string, History>()
  await eachOf(conversations, async conversation => {
    const history = await client.history(conversation)
    if (history !== null) histories.set(conversation, history)
  })
  // Only now: on an unsafe design a repeat would happen, and hide that what it repeats was lost.
  const told = log.acknowledgements.filter(({ answer }) => answer?.turn !== 1)
  const keys = new Map(told.map(({ conversation, key }) => [key, conversation]))
  await eachOf([...keys], ([key, conversation]) => client.send({ conversation, key }))
  const observed: Observed = {
    histories,
    acknowledgements: log.acknowledgements,
    refusals: log.refusals,
    calls: (await house.agent.calls()).filter(belongsTo(log)),
    unheard: house.unheard(),
    orders: settling.orders ?? [],
    stuck,
    namelessLeases: settling.namelessLeases ?? [],
    immortals: await house.site.immortals()
  }
  return {
    faults: settling.faults,
    acked: acknowledged,
    committed: [...histories.values()].reduce((sum, { entries }) => sum + entries.length, 0),
    agentCalls: observed.calls.length,
    violations: [...check(observed), ...(settling.violations ?? [])],
    wasted: { ...wasteIn(observed, calls), retries: log.retries, ...settling.wasted }
  }
}

/** What surviving cost: turns that ended without the agent's answer, and calls beyond the first. */
const wasteIn = ({ histories }: Observed, calls: readonly AgentCall[]): Record<string, number> => {
  const entries = [...histories.values()].flatMap(history => history.entries)
  const records = [...histories.values()].flatMap(history => Object.values(history.records))
  return {
    uncertain: entries.filter(({ outcome }) => outcome === 'uncertain').length,
    repeatedCalls: calls.length - new Set(calls.map(({ key }) => key)).size,
    lateReplies: records.filter(({ late }) => late !== null).length
  }
}

/** One agent serves many houses: its calls are told apart by the keys, which are theirs alone. */
const belongsTo = (log: ClientLog) => {
  const keys = new Set([...log.acknowledgements, ...log.refusals].map(({ key }) => key))
  return ({ key }: AgentCall): boolean => keys.has(key)
}

/** Does the same with every item, some of them side by side. */
export const eachOf = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  together = 8
): Promise<void> => {
  const waiting = [...items]
  const take = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: together }, take))
}
