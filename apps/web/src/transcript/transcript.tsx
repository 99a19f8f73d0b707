import type { ReactElement, ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from '../conversation/conversation.ts'
import { ownMessage } from '../conversation/own-message.ts'
import { lastTurn, turnOf } from '../conversation/state.ts'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import { MessageView } from './message-view.tsx'
import { Speaker, speakerOf } from './speaker.tsx'
import { StuckNotice } from './stuck-notice.tsx'
import styles from './transcript.module.css'
import { useStickToEnd } from './use-stick-to-end.ts'
import { Writing } from './writing.tsx'

/** Everything that was said, and what is being said now. */
export function Transcript({
  conversation,
  children
}: {
  conversation: Conversation
  /** What stands after the last message. */
  children?: ReactNode
}): ReactElement {
  const state = useStore(conversation)
  const { scroller, content, away, toEnd } = useStickToEnd()
  const { messages, running, stuck } = state
  const own = stuck?.own ?? running?.own ?? null
  const ownTurn = stuck?.turn ?? running?.turn ?? null
  const recorded = ownTurn !== null && messages.some(one => turnOf(one) === ownTurn)
  const waiting = own === null || recorded ? [] : ownMessage(own, ownTurn)
  const shown = [...messages, ...waiting, ...(running?.whole ?? [])]
  const last = lastTurn(messages)

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.scroller} ref={scroller} aria-label="Conversation" tabIndex={0}>
        <div className={styles.content} ref={content}>
          {state.before !== null && (
            <div className={styles.earlier}>
              <Button look="quiet" onClick={() => void conversation.readEarlier()}>
                Earlier messages
              </Button>
            </div>
          )}
          <ol className={styles.messages}>
            {shown.map((message, index) => {
              const speaker = speakerOf(message)
              const follows = index > 0 && speakerOf(shown[index - 1]) === speaker
              return (
                <li
                  key={message.id}
                  className={styles.message}
                  data-speaker={speaker}
                  data-follows={follows || undefined}
                >
                  {!follows && <Speaker of={speaker} at={message.createdAt} />}
                  <MessageView
                    message={message}
                    conversation={conversation}
                    isLast={running === null && stuck === null && turnOf(message) === last}
                  />
                </li>
              )
            })}
            {running !== null && <Writing running={running} />}
          </ol>
          {stuck !== null && <StuckNotice conversation={conversation} stuck={stuck} />}
          {children}
        </div>
      </section>
      {away && (
        <Button className={styles.end} onClick={toEnd}>
          <Icon name="down" />
          To the end
        </Button>
      )}
    </div>
  )
}
