import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { Icon } from '../look/icon.tsx'
import styles from './app.module.css'
import { usePage } from './context.ts'

/** Says that the server is away, and that nobody has to do anything about it. */
export function OfflineBanner(): ReactElement {
  const { connection } = usePage()
  const reachable = useStore(connection.reachability, state => state.reachable)
  return (
    <div role="status">
      {!reachable && (
        <p className={styles.offline}>
          <Icon name="offline" />
          No connection to the server. What you write is kept; this page goes on by itself.
        </p>
      )}
    </div>
  )
}
