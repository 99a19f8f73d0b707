import { lazy, type ReactElement, Suspense } from 'react'
import type { SheetProps } from './sheet.tsx'

const Loaded = lazy(async () => ({ default: (await import('./sheet.tsx')).Sheet }))

/** A sheet whose code is not part of what has to arrive before the first word is read. */
export function LaterSheet(props: SheetProps): ReactElement {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

/** Loads what dialogs need, so that they open at once, also when the server is away by then. */
export const loadDialogs = (): Promise<unknown> =>
  Promise.all([import('./sheet.tsx'), import('../conversations/delete-dialog.tsx')])
