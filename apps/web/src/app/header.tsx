import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import styles from './app.module.css'
import { usePage } from './context.ts'

/** The name of what is shown, who answers, and on small screens the way to what is beside it. */
export function Header({
  title,
  onList,
  onDetails
}: {
  /** Null where there is no conversation. */
  title: string | null
  onList: () => void
  onDetails?: () => void
}): ReactElement {
  const { workflows } = usePage()
  const simulated = useStore(workflows, ({ list }) => list?.simulatedAgent ?? false)
  return (
    <header className={styles.header}>
      <Button look="icon" className={styles.toList} aria-label="Conversations" onClick={onList}>
        <Icon name="menu" />
      </Button>
      {title === null ? (
        <p className={`${styles.name} ${styles.ownName}`}>Turnwise</p>
      ) : (
        <h1 className={styles.name}>{title}</h1>
      )}
      {simulated && <p className={styles.simulated}>Simulated agent</p>}
      {onDetails !== undefined && (
        <Button look="icon" className={styles.toState} aria-label="State" onClick={onDetails}>
          <Icon name="details" />
        </Button>
      )}
    </header>
  )
}
