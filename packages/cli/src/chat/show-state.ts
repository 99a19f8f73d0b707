import type { WorkflowState } from '@turnwise/schema'
import { printableLine } from './printable.ts'
import type { Screen } from './screen.ts'

const BAR = 20

/** Shows where the workflow stands, and what is new in what it has collected. */
export function showState(before: WorkflowState | null, now: WorkflowState, screen: Screen): void {
  const { style } = screen
  const changed = Object.entries(now.collectedData).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.collectedData[field])
  )
  for (const [field, value] of changed) screen.line(style.faint(`  ${fieldLine(field, value)}`))
  const place = now.currentPhase ?? now.step
  const parts = [printableLine(place), progressOf(now)].filter(part => part !== '')
  if (parts.length > 0) screen.line(style.faint(`— ${parts.join(' · ')}`))
}

/** Shows everything that was collected. */
export function showSummary(state: WorkflowState, screen: Screen): void {
  screen.line()
  screen.line(screen.style.strong(state.result === 'success' ? 'Completed' : 'The end'))
  for (const [field, value] of Object.entries(state.collectedData)) {
    screen.line(`  ${fieldLine(field, value)}`)
  }
}

const fieldLine = (field: string, value: unknown): string =>
  printableLine(`${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)

function progressOf({ progress, progressEstimated }: WorkflowState): string {
  if (progress === null) return ''
  const full = Math.round(progress * BAR)
  const estimate = progressEstimated ? ' (estimated)' : ''
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.round(progress * 100)} %${estimate}`
}
