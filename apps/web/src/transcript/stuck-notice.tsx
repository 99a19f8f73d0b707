import type { ReactElement } from 'react'
import { usePage } from '../app/context.ts'
import { focusComposer } from '../composer/focus-composer.ts'
import { type Advice, adviceFor } from '../connection/advice.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Stuck } from '../conversation/state.ts'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import styles from './notice.module.css'

/** An own message that has no answer: why, and what to do about it. */
export function StuckNotice({
  conversation,
  stuck
}: {
  conversation: Conversation
  stuck: Stuck
}): ReactElement {
  const advice = adviceFor(stuck.problem)
  const { issues = [], requestId, code } = stuck.problem
  // Waiting for the network is nobody's fault and needs nobody.
  const waiting = code === 'ERR_NETWORK'
  return (
    <section
      className={styles.notice}
      aria-label={advice.title}
      data-waiting={waiting || undefined}
    >
      <div role="alert">
        <h2 className={styles.title}>
          <Icon name={waiting ? 'offline' : 'alarm'} />
          {advice.title}
        </h2>
        <p>{advice.text}</p>
      </div>
      {issues.length > 0 && (
        <ul className={styles.issues}>
          {issues.map(({ path, expected, got }) => (
            <li key={path}>
              {path.split('/').at(-1)}: expected {expected}, got {got}
            </li>
          ))}
        </ul>
      )}
      <Actions conversation={conversation} stuck={stuck} advice={advice} />
      {requestId !== '' && (
        <p className={styles.reference}>
          {code} · {requestId}
        </p>
      )}
    </section>
  )
}

function Actions({
  conversation,
  stuck,
  advice: { help }
}: {
  conversation: Conversation
  stuck: Stuck
  advice: Advice
}): ReactElement {
  const { session } = usePage()
  const { kind } = stuck.own
  const takeBack = (): void => {
    conversation.takeBack()
    focusComposer()
  }
  return (
    <div className={styles.actions}>
      {(help === 'same-key' || help === 'new-key') && (
        <Button
          look={stuck.problem.code === 'ERR_NETWORK' ? 'plain' : 'main'}
          onClick={() => conversation.again(help)}
        >
          <Icon name="again" />
          Try again
        </Button>
      )}
      {help === 'read' && (
        <Button
          look="main"
          onClick={() => {
            takeBack()
            void conversation.read()
          }}
        >
          Show what is there
        </Button>
      )}
      {(help === 'new-conversation' || kind === 'start') && (
        <Button onClick={session.home}>New conversation</Button>
      )}
      {kind === 'send' && help !== 'read' && <Button onClick={takeBack}>Edit the message</Button>}
      {kind === 'card' && help !== 'read' && <Button onClick={takeBack}>Dismiss</Button>}
    </div>
  )
}
