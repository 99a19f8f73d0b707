import type { Message } from '@turnwise/schema'
import type { ReactElement } from 'react'
import { focusComposer } from '../composer/focus-composer.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { turnOf } from '../conversation/state.ts'
import { Button } from '../look/button.tsx'
import styles from './notice.module.css'

/** What became of a turn that did not end with an answer, and the way on from there. */
export function StatusNote({
  text,
  message,
  conversation = null
}: {
  text: string
  message?: Message
  /** Set where the note is the last word. */
  conversation?: Conversation | null
}): ReactElement {
  const said = conversation
    ?.getState()
    .messages.find(
      one => message !== undefined && one.role === 'user' && turnOf(one) === turnOf(message)
    )
  return (
    <div className={styles.note}>
      <p>{text}</p>
      {conversation !== null && said?.text !== undefined && message?.role === 'system' && (
        <Button
          look="quiet"
          onClick={() => {
            conversation.write(said.text ?? '')
            focusComposer()
          }}
        >
          Edit and send again
        </Button>
      )}
    </div>
  )
}
