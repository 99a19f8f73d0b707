import { median } from '../statistics.ts'
import { FAMILIES, type Way } from './hostile.ts'
import { PeerProcess } from './peer-process.ts'
import { PEER_NAMES, type PeerName } from './peers/index.ts'
import { OVERFLOW, type Result } from './task.ts'

/** Units of hostile text; each is twice the one before. */
export const LENGTHS = [250_000, 500_000, 1_000_000] as const

/** Below this many milliseconds a growth says nothing. */
const NOTICEABLE = 3

/** Clean JSON of the longest length, parsed by Node: the unit of time. */
const UNIT = 'clean 1 MB'

export interface Effort {
  /** Runs of each of ours; the median counts. */
  readonly runs: number
  /** Milliseconds a run of ours may take. */
  readonly limit: number
  /** Milliseconds a peer's run may take. */
  readonly peerLimit: number
}

/** One reader on one family, read in one way. */
export interface Endured {
  readonly way: Way
  /** Milliseconds at each length that was survived. */
  readonly milliseconds: readonly number[]
  /** The longest text's time over that of `JSON.parse` on clean JSON of its length. */
  readonly ratio?: number
  /** What time is multiplied by when the length doubles, over both doublings. */
  readonly growth?: number
  readonly broke?: string
}

export interface FamilyEndurance {
  readonly family: string
  readonly turnwise: readonly Endured[]
  readonly peers: Readonly<Partial<Record<PeerName, Endured>>>
}

const OUR_WAYS: readonly Way[] = ['reply', 'schema', 'document', 'stream', 'watched stream']

export async function measureEndurance(
  effort: Effort,
  progress: (family: string) => void
): Promise<readonly FamilyEndurance[]> {
  const children = new Map(PEER_NAMES.map(name => [name, new PeerProcess(name)]))
  const ours = children.get('turnwise') ?? new PeerProcess('turnwise')
  const native = children.get('native') ?? new PeerProcess('native')
  const all: FamilyEndurance[] = []
  try {
    for (const family of Object.keys(FAMILIES)) {
      progress(family)
      const unit = await unitOf(native, effort)
      const turnwise: Endured[] = []
      for (const way of OUR_WAYS) {
        turnwise.push(await endure(ours, { family, way }, unit, effort.runs, effort.limit))
      }
      const peers: Partial<Record<PeerName, Endured>> = {}
      for (const [name, child] of children) {
        if (child === ours) continue
        peers[name] = await endure(child, { family, way: 'reply' }, unit, 1, effort.peerLimit)
      }
      all.push({ family, turnwise, peers })
    }
  } finally {
    await Promise.all([...children.values()].map(child => child.stop()))
  }
  return all
}

async function unitOf(native: PeerProcess, effort: Effort): Promise<number> {
  const task = { kind: 'time', payload: UNIT, milliseconds: 50 } as const
  const result = await native.run(task, effort.limit)
  return result.kind === 'timing' ? result.milliseconds : Number.NaN
}

async function endure(
  child: PeerProcess,
  { family, way }: { readonly family: string; readonly way: Way },
  unit: number,
  runs: number,
  limit: number
): Promise<Endured> {
  const milliseconds: number[] = []
  for (const length of LENGTHS) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const result = await child.run({ kind: 'endure', family, length, way }, limit)
      const broke = breakage(result, child.name === 'turnwise')
      if (broke !== undefined) return { way, milliseconds, broke }
      if (result.kind === 'endured') times.push(result.milliseconds)
    }
    milliseconds.push(median(times))
  }
  const [shortest = Number.NaN, , longest = Number.NaN] = milliseconds
  const grown = Math.sqrt(longest / shortest)
  const growth = longest < NOTICEABLE ? {} : { growth: grown }
  return { way, milliseconds, ratio: longest / unit, ...growth }
}

/** To throw is a way to refuse, but not for a parser that promises never to. */
function breakage(result: Result, mustNotThrow: boolean): string | undefined {
  if (result.kind === 'endured') {
    return mustNotThrow || result.threw === OVERFLOW ? result.threw : undefined
  }
  if (result.kind === 'timeout') return `> ${result.limit / 1000} s`
  return result.kind === 'crash' ? `crash (${result.how})` : result.kind
}
