import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadAverage } from '../machine.ts'
import { provenance } from '../provenance.ts'
import { benchCapacity } from './capacity/bench-capacity.ts'
import { CONTESTANT_NAMES, CONTESTANTS } from './contestants/index.ts'
import { FULL, QUICK } from './effort.ts'
import { examine, type Part } from './examine.ts'
import type { Findings } from './findings.ts'
import { judge } from './gates.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import type { Report } from './report/report.ts'
import { renderReport } from './report/report-text.ts'

/** What the command line asks for. */
export interface BenchOptions {
  readonly json: boolean
  /** Few rounds: to look, not to publish. */
  readonly quick: boolean
  /** Only what a million idle conversations take of one Redis. */
  readonly capacity: boolean
  /** One part alone: `latency`, `throughput`, `storage` or `safety`. */
  readonly only?: string | undefined
}

const RESULTS = resolve(import.meta.dirname, '../../results')

/**
 * Measures turns beside the peers and prints the report. Only a full run also writes
 * `results/turns.md`.
 */
export async function benchTurns(options: BenchOptions): Promise<void> {
  const { json, quick, capacity, only } = options
  if (capacity) return benchCapacity(options, RESULTS)
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-bench-redis-'))
  const redis = await startRedis(folder, { durable: true })
  if (redis === undefined) console.error('There is no redis-server: Redis is left out.')
  try {
    const wants = (part: Part): boolean => only === undefined || only === part
    const report = await measure(quick, wants, redis)
    const text = renderReport(report)
    console.log(json ? JSON.stringify(report, null, 2) : text)
    if (quick || only !== undefined) return
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(join(RESULTS, 'turns.md'), text)
  } finally {
    await redis?.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measure(
  quick: boolean,
  wants: (part: Part) => boolean,
  redis: RedisServer | undefined
): Promise<Report> {
  const findings: Findings[] = []
  const packages = new Set<string>()
  for (const name of CONTESTANT_NAMES) {
    const { package: installed, store } = await CONTESTANTS[name]()
    if (store === 'redis' && redis === undefined) continue
    console.error(`turns: ${name}`)
    packages.add(installed)
    findings.push(await examine(name, quick ? QUICK : FULL, wants, redis))
  }
  const gates = judge(findings)
  const { versions, ...where } = provenance([...packages])
  const all = redis === undefined ? versions : { ...versions, Redis: await redis.version() }
  return { bench: 'turns', quick, load: loadAverage(), ...where, versions: all, findings, gates }
}
