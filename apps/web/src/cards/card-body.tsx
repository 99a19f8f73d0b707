import { type ReactElement, useEffect, useMemo, useRef } from 'react'
import './adaptive-cards.css'
import styles from './card.module.css'
import { preparedCard } from './prepared-card.ts'
import { type CardSubmit, renderCard } from './render-card.ts'

export type CardBodyProps = {
  card: Record<string, unknown>
  open: boolean
  onSubmit: (submit: CardSubmit) => void
}

/** The part of a card that needs the renderer. */
export default function CardBody({ card, open, onSubmit }: CardBodyProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const submit = useRef(onSubmit)
  const prepared = useMemo(() => preparedCard(card), [card])
  // Drawn while rendering, so that a card the renderer throws at meets the boundary around it.
  const element = useMemo(
    () => (prepared.ok ? renderCard(prepared.card, sent => submit.current(sent)) : null),
    [prepared]
  )

  useEffect(() => {
    submit.current = open ? onSubmit : () => {}
  }, [open, onSubmit])

  useEffect(() => {
    if (element === null) return
    place.current?.replaceChildren(element)
    return () => element.remove()
  }, [element])

  // The fieldset around disables its controls; what only acts like one is taken out of the way here.
  useEffect(() => {
    if (element === null) return
    for (const one of element.querySelectorAll<HTMLElement>('div[role], a[role]')) {
      if (one.dataset.tabindex === undefined) one.dataset.tabindex = String(one.tabIndex)
      one.tabIndex = open ? Number(one.dataset.tabindex) : -1
      if (open) one.removeAttribute('aria-disabled')
      else one.setAttribute('aria-disabled', 'true')
    }
  }, [element, open])

  return prepared.ok ? (
    <div ref={place} />
  ) : (
    <p className={styles.broken}>
      The agent sent a card that cannot be shown here ({reasons[prepared.reason] ?? prepared.reason}
      ). You can answer in your own words.
    </p>
  )
}

const reasons: Readonly<Record<string, string>> = {
  'too-many-nodes': 'it has too many parts',
  'too-deep': 'it is nested too deeply',
  'too-large': 'it is too large',
  'not-a-card': 'it is no card',
  'not-json': 'it cannot be read'
}
