import type { WorkflowList } from '@turnwise/schema'
import { type ReactElement, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import { usePage } from './context.ts'
import styles from './welcome.module.css'

/** What is there before anything was said. */
export function Welcome({
  arrived
}: {
  /** Somebody came here from a conversation, and what they pressed is gone. */
  arrived: boolean
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived && document.activeElement === document.body) heading.current?.focus()
  }, [arrived])

  const { workflows, session, connection } = usePage()
  const { list, failed } = useStore(workflows)
  const reachable = useStore(connection.reachability, state => state.reachable)
  return (
    <div className={styles.welcome}>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        What would you like to do?
      </h1>
      {list === null && !failed && <p className={styles.quiet}>Asking what can be done …</p>}
      {list === null && failed && (
        <div className={styles.quiet}>
          <p>
            {reachable
              ? 'The server answered, but not with what can be started here.'
              : 'The server cannot be reached. This page looks for it and goes on by itself.'}
          </p>
          <Button className={styles.again} onClick={() => void workflows.read()}>
            <Icon name="again" />
            Try again
          </Button>
        </div>
      )}
      {list !== null && (
        <ul className={styles.workflows}>
          {defaultFirst(list).map(({ id, title }) => (
            <li key={id}>
              <button type="button" className={styles.workflow} onClick={() => session.start(id)}>
                {title}
                <Icon name="send" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {list?.simulatedAgent && (
        <p className={styles.note}>
          A simulated agent answers here. It is deterministic, knows nothing of the world and books
          nothing.
        </p>
      )}
    </div>
  )
}

const defaultFirst = ({ workflows }: WorkflowList): WorkflowList['workflows'] =>
  workflows.toSorted((one, other) => Number(other.default) - Number(one.default))
