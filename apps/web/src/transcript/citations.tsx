import { type Message, safeHref } from '@turnwise/schema'
import type { ReactElement } from 'react'
import styles from './citations.module.css'

/** What the agent names as its sources, each with the host it leads to. */
export function Citations({ citations }: { citations: Message['citations'] }): ReactElement {
  return (
    <div className={styles.citations}>
      <ol className={styles.list} aria-label="Sources">
        {citations.map(({ name, url, abstract }, index) => {
          const href = safeHref(url)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of a source is its name
            <li key={index} className={styles.citation}>
              {href === null ? (
                <span>{name}</span>
              ) : (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              )}
              {href !== null && <span className={styles.host}>{new URL(href).host}</span>}
              {abstract !== undefined && <p className={styles.abstract}>{abstract}</p>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
