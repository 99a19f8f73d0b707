import { safeHref } from '@turnwise/schema'
import {
  type Action,
  AdaptiveCard,
  ExecuteAction,
  GlobalRegistry,
  GlobalSettings,
  HostConfig,
  type Input,
  NumberInput,
  OpenUrlAction,
  SubmitAction
} from 'adaptivecards'
import { safeHtmlText } from '../markdown/safe-html.ts'
import { hostConfig } from './host-config.ts'

// The library writes `===` as markup into what was sanitised before.
GlobalSettings.allowMarkForTextHighlighting = false
GlobalSettings.setTabIndexAtCardRoot = false

AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = safeHtmlText(text)
  result.didProcess = true
}

/** The library takes a number that was left empty for one that is out of its range. */
class EmptyableNumber extends NumberInput {
  override isValid(): boolean {
    return this.isSet() ? super.isValid() : !this.isRequired
  }
}
GlobalRegistry.elements.register('Input.Number', EmptyableNumber)

/** What is sent when a button of a card is pressed. */
export type CardSubmit = { actionId: string; title: string; inputs: Record<string, string> }

/**
 * Renders a prepared card.
 *
 * @param onSubmit hears of a press whose inputs are all valid
 * @throws whatever the library throws at a card it cannot render
 */
export function renderCard(
  source: Record<string, unknown>,
  onSubmit: (submit: CardSubmit) => void
): HTMLElement {
  const card = new AdaptiveCard()
  card.hostConfig = new HostConfig(hostConfig)
  card.onExecuteAction = action => {
    if (action instanceof OpenUrlAction) return open(action)
    if (action instanceof SubmitAction || action instanceof ExecuteAction) {
      onSubmit({
        actionId: action.id ?? '',
        title: action.title ?? 'Sent',
        inputs: inputsOf(action)
      })
    }
  }
  card.parse(source)
  const element = card.render()
  if (element === undefined) throw new TypeError('the card has nothing to show')
  // The name of the card stands at the group around it.
  element.removeAttribute('aria-label')
  // The library says what is wrong in a colour and a text; this says it to a screen reader as well.
  // It keeps its clicks to itself, so they are met on the way down and looked at when it is done.
  const mark = (): unknown => setTimeout(() => markInvalid(element))
  for (const type of ['click', 'input', 'change']) element.addEventListener(type, mark, true)
  return element
}

function open(action: OpenUrlAction): void {
  const href = safeHref(action.url)
  if (href !== null) window.open(href, '_blank', 'noopener,noreferrer')
}

/** Only what belongs to the pressed action: the server refuses inputs of other cards. */
function inputsOf(action: SubmitAction | ExecuteAction): Record<string, string> {
  const inputs = Object.values(referenced(action)).filter(input => input.isSet())
  return Object.fromEntries(
    inputs.flatMap(({ id, value }) => (id === undefined ? [] : [[id, String(value)]]))
  )
}

/** Declared on the class that both share, which the library does not export. */
const referenced = (action: Action): Record<string, Input> =>
  (action as SubmitAction).getReferencedInputs() ?? {}

function markInvalid(element: HTMLElement): void {
  for (const field of element.querySelectorAll('input, select, textarea')) {
    if (field.closest('.ac-input-validation-failed')) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
}
