import type { ConversationSummary } from '@turnwise/schema'
import { lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { usePage } from '../app/context.ts'
import { pathOf } from '../app/route.ts'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import styles from './conversation-list.module.css'
import { whenText } from './when-text.ts'

const DeleteDialog = lazy(async () => ({
  default: (await import('./delete-dialog.tsx')).DeleteDialog
}))

/** Every conversation of this person, and the way to a new one. */
export function ConversationList({ onChosen }: { onChosen?: () => void }): ReactElement {
  const { conversations, session } = usePage()
  const { items, next, phase } = useStore(conversations)
  const [deleting, setDeleting] = useState<ConversationSummary | null>(null)
  return (
    <nav className={styles.list} aria-label="Conversations">
      <Button
        className={styles.begin}
        onClick={() => {
          session.home()
          onChosen?.()
        }}
      >
        <Icon name="plus" />
        New conversation
      </Button>
      {phase === 'loading' && <p className={styles.quiet}>Reading your conversations …</p>}
      {phase === 'failed' && (
        <div className={styles.quiet}>
          <p>Your conversations cannot be read now.</p>
          <Button look="quiet" onClick={() => void conversations.refresh()}>
            Try again
          </Button>
        </div>
      )}
      {phase === 'ready' && items.length === 0 && (
        <p className={styles.quiet}>What you talk about will be listed here.</p>
      )}
      <ul>
        {items.map(one => (
          <Item
            key={one.conversationId}
            item={one}
            onChosen={onChosen}
            onDelete={() => setDeleting(one)}
          />
        ))}
      </ul>
      {next !== null && (
        <Button look="quiet" onClick={() => void conversations.more()}>
          Older conversations
        </Button>
      )}
      <Suspense>
        <DeleteDialog item={deleting} onClosed={() => setDeleting(null)} />
      </Suspense>
    </nav>
  )
}

const STATUS = { active: '', completed: 'Completed', error: 'Stopped with an error' } as const

function Item({
  item,
  onChosen,
  onDelete
}: {
  item: ConversationSummary
  onChosen: (() => void) | undefined
  onDelete: () => void
}): ReactElement {
  const { session } = usePage()
  const current = useStore(session, state => state.current)
  const { conversationId, title, status, lastTurnAt } = item
  const isCurrent = current?.getState().id === conversationId
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isCurrent) session.open(conversationId)
    onChosen?.()
  }
  const when = whenText(lastTurnAt)
  return (
    <li className={styles.item} data-current={isCurrent || undefined}>
      <a
        className={styles.link}
        href={pathOf(conversationId)}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={open}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.when}>{[when, STATUS[status]].filter(Boolean).join(' · ')}</span>
      </a>
      <Button
        look="icon"
        className={styles.delete}
        aria-label={`Delete ${title}, ${when}`}
        onClick={onDelete}
      >
        <Icon name="delete" />
      </Button>
    </li>
  )
}
