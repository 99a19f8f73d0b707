import type { WorkflowState } from '@turnwise/schema'

/** How far the workflow is: a share, at work without one, or nothing to show. */
export type ProgressKind =
  | { kind: 'determinate'; share: number; estimated: boolean }
  | { kind: 'indeterminate' }
  | { kind: 'hidden' }

export function progressOf(state: WorkflowState | null, running: boolean): ProgressKind {
  if (state === null) return { kind: 'hidden' }
  if (state.progress !== null) {
    return { kind: 'determinate', share: state.progress, estimated: state.progressEstimated }
  }
  return running && state.mode === 'structured' ? { kind: 'indeterminate' } : { kind: 'hidden' }
}
