import type { WorkflowState } from '@turnwise/schema'
import type { ReactElement } from 'react'
import styles from './state-pane.module.css'

/** How far the workflow is: a share, at work without one, or nothing to show. */
export type ProgressKind =
  | { kind: 'determinate'; share: number; estimated: boolean }
  | { kind: 'indeterminate' }
  | { kind: 'hidden' }

export function progressOf(state: WorkflowState | null, running: boolean): ProgressKind {
  if (state === null) return { kind: 'hidden' }
  if (state.progress !== null) {
    return { kind: 'determinate', share: state.progress, estimated: state.progressEstimated }
  }
  return running && state.mode === 'structured' ? { kind: 'indeterminate' } : { kind: 'hidden' }
}

export function Progress({
  progress,
  bare = false
}: {
  progress: ProgressKind
  /** The line alone, where there is no room for words. */
  bare?: boolean
}): ReactElement | null {
  if (progress.kind === 'hidden') return null
  if (progress.kind === 'indeterminate') {
    return (
      <div className={styles.progress} role="progressbar" aria-label="Progress">
        <span className={styles.bar} data-indeterminate />
      </div>
    )
  }
  const percent = Math.round(progress.share * 100)
  const words = `${progress.estimated ? 'about ' : ''}${percent} %`
  return (
    <div className={styles.share}>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
      >
        <span className={styles.bar} style={{ inlineSize: `${percent}%` }} />
      </div>
      {!bare && <span className={styles.percent}>{words}</span>}
    </div>
  )
}
