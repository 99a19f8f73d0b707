import { fieldLabel } from '@turnwise/schema'
import type { ReactElement } from 'react'
import { fieldValue } from './readable.ts'
import styles from './state-pane.module.css'

/** What was collected, one field to a line. */
export function CollectedData({ data }: { data: Record<string, unknown> }): ReactElement | null {
  const fields = Object.entries(data).filter(([, value]) => value !== null && value !== undefined)
  if (fields.length === 0) return null
  return (
    <dl className={styles.data}>
      {fields.map(([name, value]) => (
        <div key={name} className={styles.field}>
          <dt>{fieldLabel(name)}</dt>
          <dd dir="auto">{fieldValue(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
