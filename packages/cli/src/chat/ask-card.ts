import {
  type CardAction,
  type CardInput,
  listActions,
  listInputs,
  type Message,
  type TurnAnswer
} from '@turnwise/schema'
import { printableLine } from './printable.ts'
import type { Screen } from './screen.ts'

/** A card that waits for somebody to press something. */
export type OpenCard = {
  cardId: string
  actions: readonly CardAction[]
  inputs: readonly CardInput[]
}

/** What was pressed on a card, ready to be sent. */
export type Pressed = { cardId: string; actionId: string; inputs: Record<string, string> }

/** The last card of an answer that can be submitted. */
export function openCardOf({ messages }: Pick<TurnAnswer, 'messages'>): OpenCard | null {
  return messages.map(cardOf).findLast(card => card !== null) ?? null
}

function cardOf({ card, cardId }: Message): OpenCard | null {
  if (card === undefined || cardId === undefined) return null
  const actions = listActions(card).filter(({ type }) => type === 'submit' || type === 'execute')
  return actions.length === 0 ? null : { cardId, actions, inputs: listInputs(card) }
}

/** Shows what can be pressed, numbered. */
export function showActions({ actions }: OpenCard, screen: Screen): void {
  actions.forEach(({ title, actionId }, index) => {
    screen.line(`  ${screen.style.strong(`[${index + 1}]`)} ${printableLine(title || actionId)}`)
  })
}

/** Asks for what is to be filled in; null when there is nobody left to ask. */
export async function fillIn(
  card: OpenCard,
  action: CardAction,
  screen: Screen
): Promise<Pressed | null> {
  const inputs: Record<string, string> = {}
  for (const input of card.inputs) {
    const answer = await askInput(input, screen)
    if (answer === null) return null
    if (answer !== '') inputs[input.id] = answer
  }
  return { cardId: card.cardId, actionId: action.actionId, inputs }
}

async function askInput(input: CardInput, screen: Screen): Promise<string | null> {
  const choices = input.choices ?? []
  choices.forEach(({ title }, index) => {
    screen.line(`    [${index + 1}] ${printableLine(title)}`)
  })
  const label = printableLine(input.label || input.id)
  const answer = await screen.ask(`  ${label}${input.isRequired ? ' *' : ''}${hint(input)}: `)
  if (answer === null) return null
  if (input.type === 'toggle') return toggled(input, answer.trim())
  return choices[Number(answer.trim()) - 1]?.value ?? answer.trim()
}

function hint({ type }: CardInput): string {
  if (type === 'date') return ' (YYYY-MM-DD)'
  if (type === 'time') return ' (HH:MM)'
  return type === 'toggle' ? ' (y/n)' : ''
}

function toggled({ valueOn = 'true', valueOff = 'false' }: CardInput, answer: string): string {
  if (answer === '') return ''
  return /^y/i.test(answer) ? valueOn : valueOff
}
