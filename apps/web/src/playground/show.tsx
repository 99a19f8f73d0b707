import type { Span } from '@turnwise/parse'
import type { ReactElement, ReactNode } from 'react'
import styles from './playground.module.css'

/** A way from a row of a table to its place in the text. */
export function Show({
  span,
  name,
  onShow,
  children
}: {
  span: Span
  name: string
  onShow: (span: Span) => void
  children: ReactNode
}): ReactElement {
  return (
    <button type="button" className={styles.show} title={name} onClick={() => onShow(span)}>
      {children}
      <span className="visually-hidden">: {name}</span>
    </button>
  )
}
