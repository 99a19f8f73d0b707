import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { provenance } from '../provenance.ts'
import { CONTESTANT_NAMES, CONTESTANTS } from './contestants/index.ts'
import { FULL, QUICK } from './effort.ts'
import { examine } from './examine.ts'
import type { Findings } from './findings.ts'
import { judge } from './gates.ts'
import { renderReport } from './report/report-text.ts'

/** What the command line asks for. */
export interface BenchOptions {
  readonly json: boolean
  /** Few rounds: to look, not to publish. */
  readonly quick: boolean
  /** One part alone: `latency`, `throughput`, `storage` or `safety`. */
  readonly only?: string | undefined
}

const RESULTS = resolve(import.meta.dirname, '../../results')

/**
 * Measures turns beside the peers and prints the report. Only a full run also writes
 * `results/turns.md`.
 */
export async function benchTurns({ json, quick, only }: BenchOptions): Promise<void> {
  const effort = quick ? QUICK : FULL
  const findings: Findings[] = []
  const packages: string[] = []
  for (const name of CONTESTANT_NAMES) {
    console.error(`turns: ${name}`)
    packages.push((await CONTESTANTS[name]()).package)
    findings.push(
      await examine(name, effort, part => only === undefined || only === part, undefined)
    )
  }
  const report = {
    bench: 'turns',
    quick,
    ...provenance([...new Set(packages)]),
    findings,
    gates: judge(findings)
  } as const
  const text = renderReport(report)
  console.log(json ? JSON.stringify(report, null, 2) : text)
  if (!quick && only === undefined) {
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(join(RESULTS, 'turns.md'), text)
  }
}
