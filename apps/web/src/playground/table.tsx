import type { ReactElement, ReactNode } from 'react'
import styles from './table.module.css'

/** A table that scrolls on its own where the page is narrow. */
export function Table({
  name,
  head,
  children
}: {
  name: string
  head: readonly string[]
  children: ReactNode
}): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
    <section className={styles.scroll} aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** Says what a cut list leaves out; nothing when it is whole. */
export function More({ shown, total }: { shown: number; total: number }): ReactElement | null {
  if (total <= shown) return null
  return <p className={styles.more}>{(total - shown).toLocaleString('en')} more are not shown.</p>
}
