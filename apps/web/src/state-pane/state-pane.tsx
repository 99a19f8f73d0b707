import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { useWorkflowTitle } from '../app/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { CollectedData } from './collected-data.tsx'
import { Contradictions } from './contradictions.tsx'
import { Path } from './path.tsx'
import { Progress } from './progress.tsx'
import { progressOf } from './progress-of.ts'
import { Refusal } from './refusal.tsx'
import styles from './state-pane.module.css'

const STATUS = { active: 'In progress', completed: 'Completed', error: 'Cannot continue' } as const

/** Where the workflow stands, and what it knows. */
export function StatePane({ conversation }: { conversation: Conversation }): ReactElement {
  const state = useStore(conversation, ({ workflowState }) => workflowState)
  const running = useStore(conversation, one => one.running !== null)
  const coming = useStore(conversation, one => one.running?.data)
  const title = useWorkflowTitle(state?.workflowId)
  if (state === null) return <p className={styles.quiet}>Nothing is known yet.</p>
  const { currentPhase, status, collectedData, contradictions, path } = state
  const empty = Object.keys({ ...collectedData, ...coming }).length === 0
  return (
    <div className={styles.pane}>
      <section>
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.phase}>{currentPhase ?? STATUS[status]}</p>
        <Progress progress={progressOf(state, running)} />
        <Refusal state={state} />
      </section>
      {path.length > 1 && (
        <section>
          <h2 className={styles.heading}>The way here</h2>
          <Path state={state} />
        </section>
      )}
      <section>
        <h2 className={styles.heading}>
          {status === 'completed' ? 'Collected' : 'Collected so far'}
        </h2>
        {empty ? (
          <p className={styles.quiet}>
            {state.mode === 'passthrough' || state.progress === null
              ? 'This conversation collects nothing.'
              : 'Nothing yet. What you say that matters is noted here.'}
          </p>
        ) : (
          <CollectedData data={collectedData} {...(coming ? { coming } : {})} />
        )}
      </section>
      {contradictions.length > 0 && (
        <section>
          <h2 className={styles.heading}>Said differently before</h2>
          <Contradictions contradictions={contradictions} />
        </section>
      )}
    </div>
  )
}
