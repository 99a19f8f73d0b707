import { type KeyboardEvent, type ReactElement, useId } from 'react'
import { useStore } from 'zustand'
import { usePage } from '../app/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import styles from './composer.module.css'
import { COMPOSER, focusComposer } from './focus-composer.ts'
import { Suggestions } from './suggestions.tsx'

/** The server's default for the longest text of a person, in UTF-16 units. */
const LONGEST = 32_000

/** Where the person writes. It keeps the focus through every state of the conversation. */
export function Composer({ conversation }: { conversation: Conversation }): ReactElement {
  const draft = useStore(conversation, state => state.draft)
  const running = useStore(conversation, state => state.running)
  const stuck = useStore(conversation, state => state.stuck !== null)
  const started = useStore(conversation, state => state.id !== null)
  const status = useStore(conversation, state => state.workflowState?.status)
  const numeric = useStore(
    conversation,
    state => state.workflowState?.suggestedInputs?.type === 'number'
  )
  const hint = useId()
  const finished = status === 'completed'
  const tooLong = draft.length > LONGEST
  const canSend = draft.trim() !== '' && running === null && !stuck && started && !tooLong

  const send = (): void => {
    if (!canSend || finished) return
    conversation.send(draft.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && running !== null) void conversation.stop()
    // While a word is being composed, Enter belongs to the keyboard of the language.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  if (finished) return <Finished />
  return (
    <div className={styles.composer}>
      <div className={styles.inner}>
        <Suggestions conversation={conversation} />
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            send()
            focusComposer()
          }}
        >
          <label className="visually-hidden" htmlFor={COMPOSER}>
            Message
          </label>
          <textarea
            id={COMPOSER}
            className={styles.text}
            rows={1}
            value={draft}
            placeholder="Write a message"
            aria-describedby={hint}
            aria-invalid={tooLong || undefined}
            inputMode={numeric ? 'numeric' : undefined}
            enterKeyHint="send"
            autoComplete="off"
            onChange={event => conversation.write(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {running === null || !started ? (
            <Button look="main" type="submit" className={styles.send} aria-disabled={!canSend}>
              <Icon name="send" />
              <span className="visually-hidden">Send</span>
            </Button>
          ) : (
            <Button
              className={styles.send}
              disabled={running.stopping || running.turn === null}
              onClick={() => {
                void conversation.stop()
                focusComposer()
              }}
            >
              <Icon name="stop" />
              <span className={styles.stop}>{running.stopping ? 'Stopping' : 'Stop'}</span>
            </Button>
          )}
        </form>
        <p id={hint} className={styles.hint} data-alarm={tooLong || undefined}>
          {tooLong
            ? `${draft.length.toLocaleString()} of at most ${LONGEST.toLocaleString()} characters`
            : hintFor(running !== null, stuck)}
        </p>
      </div>
    </div>
  )
}

function hintFor(running: boolean, stuck: boolean): string {
  if (stuck) return 'Decide about the message above first.'
  return running
    ? 'You can send when the agent has finished; Esc stops it'
    : 'Enter sends, Shift + Enter begins a line'
}

/** Nothing more can be said here; what was written before stays readable. */
function Finished(): ReactElement {
  const { session } = usePage()
  return (
    <div className={styles.composer}>
      <div className={`${styles.inner} ${styles.finished}`}>
        <p>This conversation is finished.</p>
        <Button look="main" id={COMPOSER} onClick={session.home}>
          <Icon name="plus" />
          New conversation
        </Button>
      </div>
    </div>
  )
}
