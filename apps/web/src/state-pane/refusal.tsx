import type { WorkflowState } from '@turnwise/schema'
import type { ReactElement } from 'react'
import styles from './path.module.css'

const REASONS = {
  'not-allowed': 'is not allowed at this step',
  incomplete: 'needs what is still missing',
  unconfirmed: 'needs your confirmation on the card'
} as const

/** What the agent wanted and did not get, and until when the step may last. */
export function Refusal({ state }: { state: WorkflowState }): ReactElement | null {
  const { refused, deadline, status } = state
  if (status !== 'active' || (refused === null && deadline === null)) return null
  return (
    <div className={styles.told}>
      {refused !== null && (
        <p>
          The agent proposed “{refused.proposed}”, which {REASONS[refused.reason]}.
        </p>
      )}
      {deadline !== null && (
        <p>
          Until <time dateTime={deadline.at}>{clock.format(new Date(deadline.at))}</time>
        </p>
      )}
    </div>
  )
}

const clock = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit'
})
