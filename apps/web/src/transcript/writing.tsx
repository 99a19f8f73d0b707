import type { ReactElement } from 'react'
import type { RunningTurn } from '../conversation/state.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Speaker } from './speaker.tsx'
import styles from './transcript.module.css'

/** What the agent is writing; before the first word, that it is at work. */
export function Writing({ running }: { running: RunningTurn }): ReactElement {
  const whole = new Set(running.whole.map(({ id }) => id))
  const drafts = [...running.drafts].filter(([id, text]) => !whole.has(id) && text !== '')
  const spoke = running.whole.some(({ role }) => role === 'assistant')
  return (
    <li
      className={styles.message}
      data-speaker="assistant"
      data-writing
      data-follows={spoke || undefined}
    >
      {!spoke && <Speaker of="assistant" />}
      {drafts.map(([id, text]) => (
        <Markdown key={id} text={text} />
      ))}
      {drafts.length === 0 && (
        <p className={styles.thinking}>
          <span className="visually-hidden">The agent is at work</span>
        </p>
      )}
    </li>
  )
}
