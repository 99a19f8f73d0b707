import type { Outlet } from '../ports/outlet.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** The callbacks of a workflow as an outlet; null when it has none. */
export const workflowOutlet = (workflow: Workflow): Outlet | null => {
  const { onTurn, onComplete } = workflow
  if (onTurn === null && onComplete === null) return null
  return {
    id: `workflow ${workflow.id}`,
    async deliver(event) {
      if (event.type === 'turn.committed') await onTurn?.(event)
      else if (event.workflowState.result === 'success')
        await onComplete?.(event.workflowState.collectedData, event)
    }
  }
}
