import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ConversationSummary } from '@turnwise/schema'
import { type ReactElement, useState } from 'react'
import { usePage } from '../app/context.ts'
import { Button } from '../look/button.tsx'
import dialog from '../look/dialog.module.css'
import { whenText } from './when-text.ts'

/** Asks before a conversation is deleted, because that cannot be undone. */
export function DeleteDialog({
  item,
  onClosed
}: {
  item: ConversationSummary | null
  onClosed: () => void
}): ReactElement {
  const { conversations, session } = usePage()
  const [failed, setFailed] = useState(false)
  const close = (): void => {
    setFailed(false)
    onClosed()
  }
  const remove = async (): Promise<void> => {
    if (item === null) return
    const gone = await conversations.remove(item.conversationId)
    setFailed(!gone)
    if (!gone) return
    if (session.getState().current?.getState().id === item.conversationId) session.home()
    close()
  }
  return (
    <AlertDialog.Root open={item !== null} onOpenChange={open => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.veil} />
        <AlertDialog.Popup className={dialog.dialog}>
          <AlertDialog.Title className={dialog.title}>Delete this conversation?</AlertDialog.Title>
          <AlertDialog.Description className={dialog.text}>
            {item === null
              ? ''
              : `“${item.title}” of ${whenText(item.lastTurnAt)} is deleted with everything that was said and collected. This cannot be undone.`}
          </AlertDialog.Description>
          {failed && (
            <p className={dialog.alarm} role="alert">
              It could not be deleted now. Try again in a moment.
            </p>
          )}
          <div className={dialog.actions}>
            <AlertDialog.Close render={<Button />}>Keep it</AlertDialog.Close>
            <Button look="main" onClick={() => void remove()}>
              Delete
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
