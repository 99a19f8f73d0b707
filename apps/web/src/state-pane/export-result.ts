import { fieldLabel, type WorkflowState } from '@turnwise/schema'
import { fieldValue } from './readable.ts'

/** What was collected, as data. */
export function asJson(state: WorkflowState, conversationId: string): string {
  const { workflowId, version, status, result, collectedData } = state
  const document = { conversationId, workflowId, version, status, result, data: collectedData }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The same for people: a heading and a table. */
export function asMarkdown(state: WorkflowState, title: string): string {
  const rows = Object.entries(state.collectedData).map(
    ([name, value]) => `| ${cell(fieldLabel(name))} | ${cell(fieldValue(value))} |`
  )
  return [`# ${title}`, '', '| Field | Value |', '| --- | --- |', ...rows, ''].join('\n')
}

/** A value must not end its cell, begin a line or become markup. */
const cell = (text: string): string =>
  text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/\s*\n\s*/g, ' ')

/** Hands a text to the person as a file. */
export function saveAs(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
