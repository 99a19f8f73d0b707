import type { Message } from '@turnwise/schema'
import type { ReactElement } from 'react'
import { useAgentName } from '../app/context.ts'
import styles from './transcript.module.css'

export type SpeakerName = Message['role']

export const speakerOf = (message: Message | undefined): SpeakerName | null => message?.role ?? null

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' })

/** Who speaks, and since when; a note of the system needs neither. */
export function Speaker({ of, at }: { of: SpeakerName | null; at?: string }): ReactElement | null {
  const agent = useAgentName()
  if (of === 'system' || of === null) return null
  return (
    <p className={styles.speaker}>
      <span className={styles.name}>{of === 'user' ? 'You' : agent}</span>
      {at !== undefined && (
        <time className={styles.time} dateTime={at}>
          {timeText(at)}
        </time>
      )}
    </p>
  )
}

function timeText(at: string): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  return today ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`
}
