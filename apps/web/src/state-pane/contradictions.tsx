import { fieldLabel, type WorkflowState } from '@turnwise/schema'
import type { ReactElement } from 'react'
import styles from './path.module.css'
import { fieldValue } from './readable.ts'

const LATEST = 5

type Contradiction = WorkflowState['contradictions'][number]

/** What was said of one field and then otherwise, the latest first. */
export function Contradictions({
  contradictions
}: {
  contradictions: WorkflowState['contradictions']
}): ReactElement | null {
  if (contradictions.length === 0) return null
  return (
    <dl className={styles.told}>
      {contradictions
        .slice(-LATEST)
        .toReversed()
        .map(one => (
          <div key={`${one.field}-${one.turn}-${one.dropped.turn}`} className={styles.field}>
            <dt>{fieldLabel(one.field)}</dt>
            <Sides contradiction={one} />
          </div>
        ))}
    </dl>
  )
}

function Sides({
  contradiction: { kept, dropped }
}: {
  contradiction: Contradiction
}): ReactElement {
  return (
    <dd dir="auto">
      {fieldValue(kept.value)} ({whence(kept)}), not <del>{fieldValue(dropped.value)}</del> (
      {whence(dropped)})
    </dd>
  )
}

const WHO = { user: 'you', agent: 'agent', card: 'your card', system: 'system' } as const

const whence = ({ origin, turn }: Contradiction['kept']): string => `${WHO[origin]}, turn ${turn}`
