import type { ClientProblem, TurnStream } from '@turnwise/client'
import type { Message, TurnAnswer } from '@turnwise/schema'
import { cardLines } from './card-lines.ts'
import { printable, printableLine } from './printable.ts'
import type { Screen } from './screen.ts'

/** How a turn ended, after it has been shown. */
export type ShownTurn = { answer: TurnAnswer } | { problem: ClientProblem }

/** Shows a turn while it happens: text as it is written, then what else there is. */
export async function showTurn(turn: TurnStream, screen: Screen): Promise<ShownTurn> {
  let page = new Page(screen)
  for await (const { event, data } of turn) {
    if (event === 'message-delta') page.append(data.messageId, printable(data.text))
    else if (event === 'message') page.show(data.message)
    else if (event === 'turn-committed') for (const message of data.messages) page.show(message)
    else if (event === 'restart' || event === 'reset') {
      if (page.begun) screen.line(screen.style.faint('\n(once more from the beginning)'))
      page = new Page(screen)
    }
  }
  return turn.answer.then(
    answer => ({ answer }),
    (problem: ClientProblem) => ({ problem })
  )
}

/** The messages of one turn as far as they stand on the screen. */
class Page {
  readonly #screen: Screen
  /** Text on the screen, by message. */
  readonly #written = new Map<string, string>()
  /** White space that is shown only when something follows it. */
  readonly #pending = new Map<string, string>()
  readonly #shown = new Set<string>()

  constructor(screen: Screen) {
    this.#screen = screen
  }

  get begun(): boolean {
    return this.#written.size > 0
  }

  append(messageId: string, text: string): void {
    const more = (this.#pending.get(messageId) ?? '') + text
    const visible = more.trimEnd()
    this.#pending.set(messageId, more.slice(visible.length))
    this.#written.set(messageId, (this.#written.get(messageId) ?? '') + visible)
    this.#screen.write(this.#screen.style.agent(visible))
  }

  show(message: Message): void {
    if (message.role === 'user' || this.#shown.has(message.id)) return
    this.#shown.add(message.id)
    this.#showText(message.id, printable(message.text ?? ''))
    const { style, line } = this.#screen
    for (const words of cardLines(message.card ?? {})) line(words)
    if (message.attachment) {
      const { name, contentType, url } = message.attachment
      line(style.faint(printableLine(`${name ?? contentType} ${url ?? ''}`)))
    }
    message.citations.forEach(({ name, url = '' }, index) => {
      line(style.faint(printableLine(`[${index + 1}] ${name} ${url}`)))
    })
  }

  /** What was streamed is provisional: where the message says something else, it is said again. */
  #showText(messageId: string, text: string): void {
    const { style, line } = this.#screen
    const written = this.#written.get(messageId) ?? ''
    const continues = text.startsWith(written)
    if (written !== '' && !continues) line()
    const rest = continues ? text.slice(written.length) : text
    if (written !== '' || rest !== '') line(style.agent(rest))
  }
}
