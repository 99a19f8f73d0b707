import { admissionCases } from './admission.ts'
import { damageCases } from './damage.ts'
import { endingCases } from './ending.ts'
import { erasureCases, retentionCases } from './erasure.ts'
import type { StoreCase } from './harness.ts'
import { hostileDataCases } from './hostile-data.ts'
import { liveEventCases } from './live-events.ts'
import { orphanCases } from './orphans.ts'
import { ownershipCases } from './ownership.ts'
import { progressCases } from './progress.ts'
import { queueCases } from './queue.ts'
import { readingCases } from './reading.ts'
import { seenCases } from './seen.ts'
import { stopCases } from './stop.ts'

/** What every store must do. Cases are independent; those marked `durable` or `damages` need more of the harness. */
export const storeCases: readonly StoreCase[] = [
  ...admissionCases,
  ...queueCases,
  ...seenCases,
  ...progressCases,
  ...orphanCases,
  ...endingCases,
  ...stopCases,
  ...ownershipCases,
  ...erasureCases,
  ...retentionCases,
  ...readingCases,
  ...hostileDataCases,
  ...damageCases,
  ...liveEventCases
]
