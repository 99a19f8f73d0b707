import type { Provenance } from '../../provenance.ts'
import type { Findings } from '../findings.ts'
import type { Gate } from '../gates.ts'

/** All that a run found; `--json` prints it as it is. */
export interface Report extends Provenance {
  readonly bench: 'turns'
  readonly quick: boolean
  /** Processes that wanted a core while this was measured. */
  readonly load: number
  readonly findings: readonly Findings[]
  readonly gates: readonly Gate[]
}
