import { fieldLabel, type WorkflowState } from '@turnwise/schema'
import type { ReactElement } from 'react'
import styles from './path.module.css'

const LATEST = 8

const CAUSES = {
  start: null,
  agent: null,
  user: 'by you',
  deadline: 'the time had passed',
  migration: 'moved to a newer version'
} as const

/** The steps that were taken, the one where the workflow stands last. */
export function Path({ state }: { state: WorkflowState }): ReactElement | null {
  const { path, status } = state
  if (path.length < 2) return null
  const shown = path.slice(-LATEST)
  const earlier = path.length - shown.length
  return (
    <>
      {earlier > 0 && (
        <p className={styles.earlier}>
          {earlier} earlier {earlier === 1 ? 'step' : 'steps'}
        </p>
      )}
      <ol className={styles.path} start={earlier + 1}>
        {shown.map(({ step, phase, turn, cause }, index) => {
          const here = index === shown.length - 1
          const note = CAUSES[cause]
          return (
            <li
              key={`${turn} ${step} ${cause}`}
              className={styles.step}
              {...(here && status === 'active' ? { 'aria-current': 'step' as const } : {})}
            >
              {phase ?? fieldLabel(step)}
              {note !== null && <span className={styles.cause}> – {note}</span>}
            </li>
          )
        })}
      </ol>
    </>
  )
}
