import { memo, type ReactElement } from 'react'
import styles from './markdown.module.css'
import { blocksOf, safeHtml } from './safe-html.ts'

/** A text of the agent. While it grows only its last block is drawn again. */
export function Markdown({ text }: { text: string }): ReactElement {
  const blocks = blocksOf(text)
  return (
    <div className={styles.prose} dir="auto">
      {blocks.map((block, index) => (
        // A block keeps its place: text only grows at its end.
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the identity of a block
        <Block key={index} text={block} />
      ))}
    </div>
  )
}

const Block = memo(({ text }: { text: string }): ReactElement => {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised and typed as trusted
  return <div dangerouslySetInnerHTML={{ __html: safeHtml(text) as unknown as string }} />
})
