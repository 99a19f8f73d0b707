import { checkInput } from './check-input.ts'
import { findSendingAction } from './find-sending-action.ts'
import { isJsonObject, type JsonObject, pointer } from './json-value.ts'
import type { FoundAction } from './list-actions.ts'
import { findInputs } from './list-inputs.ts'
import { surrounds } from './walk-card.ts'

/** One reason why a submit is refused, in the form of a problem document's issues. */
export interface SubmitIssue {
  /** `/actionId` or `/inputs/{id}`, as a JSON pointer into the request. */
  readonly path: string
  readonly rule: string
  readonly expected: string
  readonly got: string
}

/** The value to send to the agent, or every reason why there is none. */
export type MergedSubmit =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly issues: readonly SubmitIssue[] }

const MOST_ISSUES = 50

/**
 * Makes the value of a submit from the card that was stored and the inputs that were sent.
 *
 * Only what the stored card offers counts: the action has to be one of its own that sends, and
 * every input one that the card of this action or a card around it declares. The inputs go first
 * and what the action carries last, so no input can pose as trusted data.
 *
 * An `Action.Execute` adds its `verb`. Data that is no object (a text, a number, a list) stands
 * under the key `data`. An action that takes no inputs (`associatedInputs: none`) gets none.
 *
 * @param card the sanitised card as it was stored
 * @param actionId may be left out when the card has exactly one action that sends
 * @param inputs by input id; from outside, and never trusted
 */
export function mergeSubmit(
  card: JsonObject,
  actionId: string | undefined,
  inputs: Readonly<Record<string, unknown>>
): MergedSubmit {
  const action = findSendingAction(card, actionId)
  if ('rule' in action) return { ok: false, issues: [{ path: '/actionId', ...action }] }

  const issues: SubmitIssue[] = []
  const values: [id: string, value: unknown][] = []
  const takesInputs = !/^none$/i.test(String(action.node.associatedInputs))
  const declared = new Map(
    findInputs(card)
      .filter(({ scope }) => surrounds(scope, action.scope))
      .map(({ input }) => [input.id, input])
  )
  for (const id of Object.keys(inputs)) {
    if (!declared.has(id)) issues.push(undeclared(id))
  }
  for (const input of takesInputs ? declared.values() : []) {
    const path = pointer('/inputs', input.id)
    const given = Object.hasOwn(inputs, input.id) ? inputs[input.id] : undefined
    const checked = checkInput(input, given)
    if (checked.kind === 'value') values.push([input.id, checked.value])
    else if (checked.kind === 'problem') issues.push({ path, ...checked.problem })
    else if (input.isRequired) {
      issues.push({ path, rule: 'required', expected: 'a value', got: 'nothing' })
    }
  }
  if (issues.length > 0) return { ok: false, issues: issues.slice(0, MOST_ISSUES) }
  return { ok: true, value: { ...Object.fromEntries(values), ...trustedData(action) } }
}

function undeclared(id: string): SubmitIssue {
  return {
    path: pointer('/inputs', id.slice(0, 100)),
    rule: 'declared',
    expected: 'an input that the card offers to this action',
    got: 'another one'
  }
}

// An agent tells an `Action.Execute` by its verb; data of the same name knows better.
function trustedData({ type, node, data }: FoundAction): JsonObject {
  const verb = type === 'execute' && typeof node.verb === 'string' ? { verb: node.verb } : {}
  if (data === undefined || data === null) return verb
  return isJsonObject(data) ? { ...verb, ...data } : { ...verb, data }
}
