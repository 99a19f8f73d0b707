import { median } from '../statistics.ts'
import { PAYLOADS } from './payloads.ts'
import { PeerProcess } from './peer-process.ts'
import { PEER_NAMES, type PeerName } from './peers/index.ts'
import type { Result } from './task.ts'

/** How long to measure: rounds over all peers, and milliseconds for each of them in a round. */
export interface Effort {
  readonly rounds: number
  readonly milliseconds: number
  readonly limit: number
}

/** The first round takes this many times as long, until the compiler has done its work. */
const WARMING = 8

/** One peer on one payload. */
export type Timing =
  | {
      readonly kind: 'timed'
      readonly milliseconds: number
      /** The median of what this peer took over what the reference took in the same round. */
      readonly ratio: number
    }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'broken'; readonly how: string }

export interface PayloadSpeed {
  readonly payload: string
  readonly reference: PeerName
  readonly goal: number
  readonly timings: Readonly<Partial<Record<PeerName, Timing>>>
}

/** Times every peer on every payload, in turns, so that a busy moment meets them all. */
export async function measureSpeed(effort: Effort): Promise<readonly PayloadSpeed[]> {
  const children = PEER_NAMES.map(name => ({ name, child: new PeerProcess(name) }))
  const speeds: PayloadSpeed[] = []
  try {
    for (const payload of Object.keys(PAYLOADS)) {
      speeds.push(await speedOf(payload, children, effort))
    }
  } finally {
    await Promise.all(children.map(({ child }) => child.stop()))
  }
  return speeds
}

type Children = readonly { readonly name: PeerName; readonly child: PeerProcess }[]

async function speedOf(payload: string, children: Children, effort: Effort): Promise<PayloadSpeed> {
  const { rounds, milliseconds, limit } = effort
  const out = new Map<PeerName, Timing>()
  const times = new Map<PeerName, number[]>()
  // The first round does not count; it also shows who reads the payload at all.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, child } of children) {
      if (out.has(name)) continue
      const share = round === 0 ? WARMING * milliseconds : milliseconds
      const result = await child.run({ kind: 'time', payload, milliseconds: share }, limit)
      const failed = failure(result)
      if (failed !== undefined) out.set(name, failed)
      else if (result.kind === 'timing' && round > 0) {
        times.set(name, [...(times.get(name) ?? []), result.milliseconds])
      }
    }
  }
  const made = PAYLOADS[payload]?.()
  if (made === undefined) throw new RangeError(`There is no payload ${payload}.`)
  const reference = times.get(made.reference) ?? []
  for (const [name, own] of times) {
    const ratios = own.map((time, round) => time / (reference[round] ?? Number.NaN))
    if (!out.has(name)) {
      out.set(name, { kind: 'timed', milliseconds: median(own), ratio: median(ratios) })
    }
  }
  return {
    payload,
    reference: made.reference,
    goal: made.goal,
    timings: Object.fromEntries(out)
  }
}

function failure(result: Result): Timing | undefined {
  if (result.kind === 'timing') return result.right ? undefined : { kind: 'wrong' }
  if (result.kind === 'timeout') return { kind: 'broken', how: `> ${result.limit / 1000} s` }
  return { kind: 'broken', how: result.kind === 'crash' ? result.how : result.kind }
}
