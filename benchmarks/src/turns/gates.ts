import type { Findings } from './findings.ts'
import { DEPTHS } from './work/latency.ts'

/** A promise about cost or safety, held to what was measured. */
export interface Gate {
  readonly what: string
  readonly measured: number
  /** What it should be, in words. */
  readonly gate: string
  readonly met: boolean
}

/** Holds ours to the gates, beside LangGraph where it is part of one. */
export function judge(findings: readonly Findings[]): readonly Gate[] {
  const langgraph = findings.find(({ name }) => name === 'langgraph')
  return findings
    .filter(({ name }) => name.startsWith('turnwise'))
    .flatMap(ours => [
      ...latencyGates(ours),
      ...throughputGates(ours),
      ...storageGates(ours),
      ...(ours.name === 'turnwiseSqlite' && langgraph ? against(langgraph, ours) : []),
      ...safetyGates(ours)
    ])
}

function latencyGates({ title, latency }: Findings): Gate[] {
  if (latency?.kind !== 'latency') return []
  const { floor, turns } = latency
  const growth = atMost(`${title}: turn 1000 over turn 1`, at(turns, 2) / at(turns, 0), 1.2)
  if (floor === null) return [growth]
  const above = DEPTHS.map((depth, index) =>
    atMost(`${title}: turn ${depth} over the floor`, at(turns, index) / floor, 5)
  )
  return [...above, growth]
}

function throughputGates({ title, throughput }: Findings): Gate[] {
  if (throughput?.kind !== 'throughput' || throughput.floor === null) return []
  const { turns, floor } = throughput
  return [atLeast(`${title}: throughput over the floor`, turns / floor, 0.4)]
}

function storageGates({ title, storage }: Findings): Gate[] {
  if (storage?.kind !== 'stored') return []
  return [atMost(`${title}: KB stored per turn`, storage.bytes / storage.turns / 1024, 3)]
}

function against(theirs: Findings, ours: Findings): Gate[] {
  const gates: Gate[] = []
  if (theirs.latency?.kind === 'latency' && ours.latency?.kind === 'latency') {
    const faster = at(theirs.latency.turns, 2) / at(ours.latency.turns, 2)
    gates.push(atLeast(`${theirs.title} over ${ours.title}: time of turn 1000`, faster, 100))
  }
  if (theirs.storage?.kind === 'stored' && ours.storage?.kind === 'stored') {
    const smaller = theirs.storage.bytes / ours.storage.bytes
    gates.push(atLeast(`${theirs.title} over ${ours.title}: bytes of 1000 turns`, smaller, 500))
  }
  return gates
}

function safetyGates({ title, crowd, deaths = [] }: Findings): Gate[] {
  const kept =
    crowd?.kind === 'crowd' ? [atLeast(`${title}: kept of ten at once`, crowd.kept, 10)] : []
  const calls = deaths.flatMap(({ moment, runs, answered, agentCalls }) => [
    atLeast(`${title}: answered in the end, killed when ${moment}`, answered / runs, 1),
    atMost(`${title}: agent calls a message, killed when ${moment}`, agentCalls / runs, 1)
  ])
  return [...kept, ...calls]
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}

function atMost(what: string, measured: number, most: number): Gate {
  return { what, measured, gate: `≤ ${most}`, met: measured <= most }
}

function atLeast(what: string, measured: number, least: number): Gate {
  return { what, measured, gate: `≥ ${least}`, met: measured >= least }
}
