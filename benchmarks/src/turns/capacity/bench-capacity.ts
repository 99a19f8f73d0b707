import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provenance } from '../../provenance.ts'
import { startRedis } from '../redis-server.ts'
import { measureCapacity } from './measure.ts'
import { type CapacityReport, formulaOf, renderCapacity } from './report-text.ts'

/**
 * Fills one Redis with a million idle conversations and prints what they take; a full run also writes
 * `turns-capacity.md` into the folder of results.
 */
export async function benchCapacity(
  { json, quick }: { readonly json: boolean; readonly quick: boolean },
  results: string
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-capacity-'))
  const redis = await startRedis(folder, { durable: false })
  if (redis === undefined)
    throw new Error('There is no redis-server: install it (sudo apt-get install -y redis-server).')
  try {
    const levels = quick ? [1000, 10_000] : [10_000, 100_000, 1_000_000]
    const measured = [
      await measureCapacity(redis, 2, levels),
      await measureCapacity(redis, 0, levels.slice(0, 2))
    ]
    const report: CapacityReport = {
      bench: 'turns --capacity',
      ...provenance(['@turnwise/stores']),
      redis: await redis.version(),
      measured,
      formula: formulaOf(measured)
    }
    const text = renderCapacity(report)
    console.log(json ? JSON.stringify(report, null, 2) : text)
    if (quick) return
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, 'turns-capacity.md'), text)
  } finally {
    await redis.stop()
    rmSync(folder, { recursive: true })
  }
}
