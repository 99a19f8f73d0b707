import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Composer } from '../composer/composer.tsx'
import { focusComposer } from '../composer/focus-composer.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { Button } from '../look/button.tsx'
import { LaterSheet } from '../look/later-sheet.tsx'
import { Progress } from '../state-pane/progress.tsx'
import { progressOf } from '../state-pane/progress-of.ts'
import { StatePane } from '../state-pane/state-pane.tsx'
import { Summary } from '../state-pane/summary.tsx'
import { Announcer } from '../transcript/announcer.tsx'
import { Transcript } from '../transcript/transcript.tsx'
import styles from './app.module.css'
import { usePage, useWorkflowTitle } from './context.ts'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** One conversation with everything around it. */
export function ConversationPage({
  conversation,
  onList
}: {
  conversation: Conversation
  onList: () => void
}): ReactElement {
  const workflowState = useStore(conversation, state => state.workflowState)
  const phase = useStore(conversation, state => state.phase)
  const running = useStore(conversation, state => state.running !== null)
  const starting = useStore(conversation, state => state.id === null)
  const asked = useStore(conversation, ({ running, stuck }) => {
    const own = running?.own ?? stuck?.own
    return own?.kind === 'start' ? own.workflowId : undefined
  })
  const title = useWorkflowTitle(workflowState?.workflowId ?? asked)
  const [detailsOpen, setDetailsOpen] = useState(false)

  // Who has just begun a conversation wants to write, unless that would open a keyboard on a screen.
  const begun = useRef(starting)
  useEffect(() => {
    const idle = document.activeElement === document.body
    if (begun.current && idle && matchMedia('(pointer: fine)').matches) focusComposer()
  }, [])

  useEffect(() => {
    document.title = `${title} – Turnwise`
  }, [title])

  return (
    <>
      <Header title={title} onList={onList} onDetails={() => setDetailsOpen(true)} />
      <div className={styles.thread}>
        <div className={styles.line}>
          <Progress progress={progressOf(workflowState, running)} bare />
        </div>
        <OfflineBanner />
        <main className={styles.talk}>
          {phase === 'ready' || starting ? (
            <Transcript conversation={conversation}>
              <Ended conversation={conversation} />
            </Transcript>
          ) : (
            <Absent conversation={conversation} />
          )}
          {(phase === 'ready' || starting) && <Composer conversation={conversation} />}
        </main>
      </div>
      <aside className={styles.state} aria-label="State of the conversation">
        <StatePane conversation={conversation} />
      </aside>
      <LaterSheet title="State" side="end" open={detailsOpen} onOpenChange={setDetailsOpen}>
        <StatePane conversation={conversation} />
      </LaterSheet>
      <Announcer conversation={conversation} />
    </>
  )
}

function Ended({ conversation }: { conversation: Conversation }): ReactElement | null {
  const { session } = usePage()
  const status = useStore(conversation, state => state.workflowState?.status)
  if (status === 'completed') return <Summary conversation={conversation} />
  if (status !== 'error') return null
  return (
    <section className={styles.stopped} aria-label="The workflow cannot continue">
      <p>
        The workflow cannot continue on its own. You can still write, or begin again from the start.
      </p>
      <Button onClick={session.home}>New conversation</Button>
    </section>
  )
}

/** Instead of a transcript: it is on its way, it is gone, or it cannot be read. */
function Absent({ conversation }: { conversation: Conversation }): ReactElement {
  const { session } = usePage()
  const phase = useStore(conversation, state => state.phase)
  if (phase === 'loading') {
    return (
      <div className={styles.absent}>
        <p className="visually-hidden" role="status">
          Reading the conversation
        </p>
        {[62, 88, 74, 30, 91, 55].map(width => (
          <span key={width} className={styles.bone} style={{ inlineSize: `${width}%` }} />
        ))}
      </div>
    )
  }
  const gone = phase === 'missing'
  return (
    <div className={styles.absent}>
      <h2 className={styles.absentTitle}>
        {gone ? 'This conversation is gone' : 'This conversation cannot be read now'}
      </h2>
      <p className={styles.absentText}>
        {gone
          ? 'It was deleted, has expired, or was never yours.'
          : 'The server answered with something that makes no sense here. Nothing is lost by that.'}
      </p>
      <div className={styles.absentActions}>
        {!gone && (
          <Button look="main" onClick={() => void conversation.read()}>
            Try again
          </Button>
        )}
        <Button onClick={session.home}>New conversation</Button>
      </div>
    </div>
  )
}
