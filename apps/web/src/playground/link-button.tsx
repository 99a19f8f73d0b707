import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import type { Case } from './case.ts'
import { LONGEST_FRAGMENT, toFragment } from './case-link.ts'
import styles from './playground.module.css'

/** Puts the case into the address of the page, and the address into the clipboard. */
export function LinkButton({ case: shown }: { case: Case }): ReactElement {
  const [note, setNote] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note is about the case it was made for.
  useEffect(() => setNote(''), [shown])

  const link = async (): Promise<void> => {
    const made = await toFragment(shown)
    if (made.kind === 'too_long') {
      setNote(
        `Too long for a link: ${made.length.toLocaleString('en')} characters, and programs cut links behind ${LONGEST_FRAGMENT.toLocaleString('en')}. Shorten the reply.`
      )
      return
    }
    history.replaceState(null, '', `#${made.fragment}`)
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false
    )
    setNote(
      copied ? 'Link copied. It carries the case itself.' : 'The address of this page is the link.'
    )
  }
  return (
    <>
      <p className={styles.note} role="status">
        {note}
      </p>
      <Button onClick={() => void link()}>
        <Icon name="copy" />
        Copy link
      </Button>
    </>
  )
}
