import { control } from './control.ts'
import { erase } from './erase.ts'
import { kill } from './kill.ts'
import { load } from './load.ts'
import { mutants } from './mutants.ts'
import { partition } from './partition.ts'
import { pause } from './pause.ts'
import { queue } from './queue.ts'
import { resume } from './resume.ts'
import type { Scenario } from './scenario.ts'
import { sentinel } from './sentinel.ts'
import { storeKill } from './store-kill.ts'
import { storeLoss } from './store-loss.ts'
import { storm } from './storm.ts'

/** Every scenario, in the order of the proof. */
export const scenarios: readonly Scenario[] = [
  control,
  kill,
  pause,
  storeKill,
  storeLoss,
  partition,
  storm,
  queue,
  load,
  sentinel,
  erase,
  mutants,
  resume
]
