import { type Message, safeHref } from '@turnwise/schema'
import type { ReactElement } from 'react'
import { Icon } from '../look/icon.tsx'
import styles from './transcript.module.css'

type AttachmentProps = {
  kind: Message['kind']
  attachment: NonNullable<Message['attachment']>
}

/** A picture or file of the agent, as a link: nothing is loaded before somebody asks for it. */
export function Attachment({ kind, attachment }: AttachmentProps): ReactElement {
  const href = safeHref(attachment.url)
  const name = attachment.name ?? (kind === 'image' ? 'Picture' : 'File')
  return (
    <p className={styles.attachment}>
      <Icon name={kind === 'image' ? 'open' : 'save'} />
      {href === null ? (
        <span>{name}, without a link that is safe to follow</span>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {name} <span className={styles.time}>{new URL(href).host}</span>
        </a>
      )}
    </p>
  )
}
