import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { provenance } from '../provenance.ts'
import { measureAccuracy } from './accuracy.ts'
import { calibrate } from './calibration.ts'
import { measureConformance } from './conformance.ts'
import { measureEndurance } from './endurance.ts'
import { PEER_NAMES, PEERS } from './peers/index.ts'
import type { Peer } from './reading.ts'
import type { Report } from './report/report.ts'
import { renderReport } from './report/report-text.ts'
import { measureSpeed } from './speed.ts'
import { corporaFolder, type Row, readSuites } from './suites.ts'

/** What the command line asks for. */
export interface BenchOptions {
  readonly json: boolean
  /** Few rounds: to look, not to publish. */
  readonly quick: boolean
  /** One part alone: `accuracy`, `conformance`, `speed` or `hostile`. */
  readonly only?: string | undefined
}

const RESULTS = resolve(import.meta.dirname, '../../results')

/**
 * Measures the parser beside its peers and prints the report.
 *
 * Only a full run, with the corpora at hand, also writes `results/parse.md`.
 */
export async function benchParse({ json, quick, only }: BenchOptions): Promise<void> {
  const wants = (part: string) => only === undefined || only === part
  const folder = corporaFolder()
  const rows = wants('accuracy') ? readSuites(folder) : undefined
  if (rows === undefined && wants('accuracy')) {
    console.error(
      `No corpora in ${folder}: accuracy is not measured. Set CORPORA to the folder that holds them.`
    )
  }
  const report: Report = {
    bench: 'parse',
    quick,
    ...provenance(packages()),
    ...(rows === undefined ? {} : await accuracyOf(rows)),
    ...(wants('conformance') ? { conformance: await measureConformance() } : {}),
    ...(wants('speed') ? { speed: await speedOf(quick) } : {}),
    ...(wants('hostile') ? { endurance: await enduranceOf(quick) } : {})
  }
  const text = renderReport(report)
  console.log(json ? JSON.stringify(report, null, 2) : text)
  if (!quick && only === undefined && rows !== undefined) {
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(join(RESULTS, 'parse.md'), text)
  }
}

async function accuracyOf(rows: readonly Row[]): Promise<Pick<Report, 'accuracy' | 'calibration'>> {
  const accuracy = []
  for (const peer of PEER_NAMES) {
    console.error(`accuracy: ${peer}`)
    accuracy.push(await measureAccuracy(peer, rows))
  }
  const [ours] = accuracy
  const judged = ours !== undefined && 'judged' in ours ? ours.judged : []
  return { accuracy, calibration: calibrate(judged) }
}

function speedOf(quick: boolean): ReturnType<typeof measureSpeed> {
  console.error('speed')
  return measureSpeed(
    quick
      ? { rounds: 5, milliseconds: 20, limit: 5_000 }
      : { rounds: 15, milliseconds: 30, limit: 15_000 }
  )
}

function enduranceOf(quick: boolean): ReturnType<typeof measureEndurance> {
  const effort = quick
    ? { runs: 1, limit: 5_000, peerLimit: 1_000 }
    : { runs: 3, limit: 15_000, peerLimit: 3_000 }
  return measureEndurance(effort, family => console.error(`hostile: ${family}`))
}

function packages(): readonly string[] {
  const peers: readonly Peer[] = Object.values(PEERS)
  return [...peers.flatMap(peer => peer.package ?? []), 'zod']
}
