import { fieldLabel } from '@turnwise/schema'
import type { ReactElement } from 'react'
import { fieldValue } from './readable.ts'
import styles from './state-pane.module.css'

/** What was collected, one field to a line; `coming` is what the agent is writing at this moment. */
export function CollectedData({
  data,
  coming = {}
}: {
  data: Readonly<Record<string, unknown>>
  coming?: Readonly<Record<string, unknown>>
}): ReactElement | null {
  const fields = Object.entries({ ...data, ...coming }).filter(
    ([, value]) => value !== null && value !== undefined
  )
  if (fields.length === 0) return null
  const isNews = (name: string): boolean =>
    Object.hasOwn(coming, name) && fieldValue(coming[name]) !== fieldValue(data[name])
  return (
    <dl className={styles.data}>
      {fields.map(([name, value]) => (
        <div key={name} className={styles.field}>
          <dt>{fieldLabel(name)}</dt>
          <dd dir="auto" className={isNews(name) ? styles.coming : undefined}>
            {fieldValue(value)}
            {isNews(name) && <span className="visually-hidden"> (not final yet)</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
