import type { ReactElement } from 'react'
import type { ProgressKind } from './progress-of.ts'
import styles from './state-pane.module.css'

/** A line as long as the share that is done; nothing where there is no share to show. */
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
