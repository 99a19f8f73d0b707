import type { Provenance } from '../../provenance.ts'
import type { PeerAccuracy } from '../accuracy.ts'
import type { Calibration } from '../calibration.ts'
import type { Conformance } from '../conformance.ts'
import type { FamilyEndurance } from '../endurance.ts'
import type { PayloadSpeed } from '../speed.ts'

/** All that a run found; `--json` prints it as it is. */
export interface Report extends Provenance {
  readonly bench: 'parse'
  readonly quick: boolean
  readonly accuracy?: readonly PeerAccuracy[]
  readonly calibration?: Calibration
  readonly conformance?: readonly Conformance[]
  readonly speed?: readonly PayloadSpeed[]
  readonly endurance?: readonly FamilyEndurance[]
}
