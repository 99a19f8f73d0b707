import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ConversationList } from '../conversations/conversation-list.tsx'
import { LaterSheet } from '../look/later-sheet.tsx'
import styles from './app.module.css'
import { usePage } from './context.ts'
import { ConversationPage } from './conversation-page.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Welcome } from './welcome.tsx'

/** The page: conversations at the start, the text in the middle, the state of things at the end. */
export function App(): ReactElement {
  const { session } = usePage()
  const current = useStore(session, state => state.current)
  const [listOpen, setListOpen] = useState(false)
  const openList = (): void => setListOpen(true)

  const first = useRef(true)

  useEffect(() => {
    first.current = false
    if (current === null) document.title = 'Turnwise'
  }, [current])

  return (
    <div className={styles.app}>
      <aside className={styles.rail} aria-label="Turnwise">
        <p className={styles.mark}>Turnwise</p>
        <div className={styles.railBody}>
          <ConversationList />
        </div>
      </aside>
      <div className={styles.main}>
        {current === null ? (
          <>
            <Header title={null} onList={openList} />
            <div className={styles.begin}>
              <OfflineBanner />
              <main className={styles.welcome}>
                <Welcome arrived={!first.current} />
              </main>
            </div>
          </>
        ) : (
          <ConversationPage key={keyOf(current)} conversation={current} onList={openList} />
        )}
      </div>
      <LaterSheet title="Turnwise" side="start" open={listOpen} onOpenChange={setListOpen}>
        <ConversationList onChosen={() => setListOpen(false)} />
      </LaterSheet>
    </div>
  )
}

const keys = new WeakMap<object, string>()

/** A page of its own for each conversation that is opened, so that nothing of the last one stays. */
function keyOf(conversation: object): string {
  const key = keys.get(conversation) ?? crypto.randomUUID()
  keys.set(conversation, key)
  return key
}
