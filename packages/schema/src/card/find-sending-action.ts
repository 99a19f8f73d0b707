import type { JsonObject } from './json-value.ts'
import { type FoundAction, findActions } from './list-actions.ts'

/** Why an action cannot be what was pressed. */
export interface ActionProblem {
  readonly rule: 'required' | 'known' | 'sends' | 'enabled'
  readonly expected: string
  readonly got: string
}

/**
 * Finds the action that a submit names among those of the stored card.
 *
 * @param actionId may be left out when exactly one action of the card sends
 */
export function findSendingAction(
  card: JsonObject,
  actionId: string | undefined
): FoundAction | ActionProblem {
  const actions = findActions(card)
  const named = actionId === undefined ? actions.filter(sends) : actions.filter(isNamed(actionId))
  const [action, ...others] = named
  if (actionId === undefined && (action === undefined || others.length > 0)) {
    const expected = 'the id of an action'
    return { rule: 'required', expected, got: `nothing, with ${named.length} actions that send` }
  }
  if (action === undefined) {
    return { rule: 'known', expected: 'an action of this card', got: 'an unknown id' }
  }
  if (!sends(action)) {
    return { rule: 'sends', expected: 'an action that sends', got: `a ${action.type} action` }
  }
  if (action.node.isEnabled === false) {
    return { rule: 'enabled', expected: 'an enabled action', got: 'a disabled one' }
  }
  return action
}

function sends({ type }: FoundAction): boolean {
  return type === 'submit' || type === 'execute'
}

function isNamed(actionId: string): (action: FoundAction) => boolean {
  return action => action.actionId === actionId
}
