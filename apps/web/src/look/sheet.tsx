import { Dialog } from '@base-ui/react/dialog'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

export type SheetProps = {
  title: string
  side: 'start' | 'end'
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Holds at the edge of a small screen what a large one shows beside the text. */
export function Sheet({ title, side, open, onOpenChange, children }: SheetProps): ReactElement {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.veil} />
        <Dialog.Popup className={styles.sheet} data-side={side}>
          <div className={styles.head}>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close render={<Button look="icon" aria-label="Close" />}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className={styles.body}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
