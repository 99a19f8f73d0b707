import type { ClientProblem, TurnStream } from '@turnwise/client'
import type { Message, TurnAnswer } from '@turnwise/schema'
import { cardLines } from './card-lines.ts'
import { printable, printableLine } from './printable.ts'
import type { Screen } from './screen.ts'

/** How a turn ended, after it has been shown. */
export type ShownTurn = { answer: TurnAnswer } | { problem: ClientProblem }

/** Shows a turn while it happens: text as it is written, then what else there is. */
export async function showTurn(turn: TurnStream, screen: Screen): Promise<ShownTurn> {
  const written = new Map<string, string>()
  const shown = new Set<string>()
  const again = (): void => {
    if (written.size > 0) screen.line(screen.style.faint('\n(once more from the beginning)'))
    written.clear()
  }
  for await (const { event, data } of turn) {
    if (event === 'message-delta') {
      const text = printable(data.text)
      written.set(data.messageId, (written.get(data.messageId) ?? '') + text)
      screen.write(screen.style.agent(text))
    } else if (event === 'message') {
      showMessage(data.message, written, shown, screen)
    } else if (event === 'restart' || event === 'reset') again()
    else if (event === 'turn-committed') {
      for (const message of data.messages) showMessage(message, written, shown, screen)
    }
  }
  return turn.answer.then(
    answer => ({ answer }),
    (problem: ClientProblem) => ({ problem })
  )
}

function showMessage(
  message: Message,
  written: ReadonlyMap<string, string>,
  shown: Set<string>,
  screen: Screen
): void {
  if (message.role === 'user' || shown.has(message.id)) return
  shown.add(message.id)
  const { style } = screen
  const text = printable(message.text ?? '')
  const streamed = written.get(message.id) ?? ''
  if (streamed !== '' && text.startsWith(streamed)) {
    screen.line(style.agent(text.slice(streamed.length)))
  } else if (text !== '') {
    // What was streamed was provisional: the message as it stands replaces it.
    if (streamed !== '') screen.line()
    screen.line(style.agent(text))
  }
  if (message.card !== undefined) for (const line of cardLines(message.card)) screen.line(line)
  if (message.attachment) {
    const { name, contentType, url } = message.attachment
    screen.line(style.faint(printableLine(`${name ?? contentType} ${url ?? ''}`)))
  }
  message.citations.forEach(({ name, url = '' }, index) => {
    screen.line(style.faint(printableLine(`[${index + 1}] ${name} ${url}`)))
  })
}
