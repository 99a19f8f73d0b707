import { type ReactElement, useState } from 'react'
import { useStore } from 'zustand'
import { useWorkflowTitle } from '../app/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { Button } from '../look/button.tsx'
import { Icon } from '../look/icon.tsx'
import { CollectedData } from './collected-data.tsx'
import { asJson, asMarkdown, saveAs } from './export-result.ts'
import styles from './summary.module.css'

const RESULTS = {
  success: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  'handed-off': 'Handed over to a person'
} as const

/** What a finished conversation has led to, to be taken along. */
export function Summary({ conversation }: { conversation: Conversation }): ReactElement | null {
  const state = useStore(conversation, ({ workflowState }) => workflowState)
  const id = useStore(conversation, one => one.id)
  const title = useWorkflowTitle(state?.workflowId)
  const [copied, setCopied] = useState<string | null>(null)
  if (state === null || id === null || state.status !== 'completed') return null

  const markdown = asMarkdown(state, title)
  const json = asJson(state, id)
  const copy = async (name: string, text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(`${name} is in the clipboard.`)
    } catch {
      setCopied('The browser does not allow copying. Save it as a file instead.')
    }
  }
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <p className={styles.result}>
        {(state.result ?? 'success') === 'success' && <Icon name="done" />}
        {RESULTS[state.result ?? 'success']}
      </p>
      <h2 id="summary" className={styles.title}>
        {title}
      </h2>
      <CollectedData data={state.collectedData} />
      <div className={styles.actions}>
        <Button onClick={() => void copy('The text', markdown)}>
          <Icon name="copy" />
          Copy as Markdown
        </Button>
        <Button onClick={() => void copy('The data', json)}>
          <Icon name="copy" />
          Copy as JSON
        </Button>
        <Button onClick={() => saveAs(`${state.workflowId}.md`, 'text/markdown', markdown)}>
          <Icon name="save" />
          Save Markdown
        </Button>
        <Button onClick={() => saveAs(`${state.workflowId}.json`, 'application/json', json)}>
          <Icon name="save" />
          Save JSON
        </Button>
      </div>
      <p className={styles.copied} role="status">
        {copied}
      </p>
    </section>
  )
}
