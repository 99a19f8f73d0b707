import type { TurnAnswer } from '@turnwise/schema'
import { printableLine } from './printable.ts'
import type { Screen } from './screen.ts'

/** Something the agent offers to say. */
export type Choice = { title: string; value: string }

/** What the agent offers after a turn: its suggested inputs, else the actions of its messages. */
export function choicesOf({ workflowState, messages }: TurnAnswer): readonly Choice[] {
  const suggested = workflowState.suggestedInputs
  if (suggested?.type === 'confirm' && suggested.choices.length === 0) {
    return [
      { title: 'Yes', value: 'yes' },
      { title: 'No', value: 'no' }
    ]
  }
  if (suggested && suggested.choices.length > 0) return suggested.choices
  return messages.flatMap(message => message.suggestedActions)
}

export function showChoices(choices: readonly Choice[], screen: Screen): void {
  choices.forEach(({ title }, index) => {
    screen.line(`  ${screen.style.strong(`[${index + 1}]`)} ${printableLine(title)}`)
  })
}
