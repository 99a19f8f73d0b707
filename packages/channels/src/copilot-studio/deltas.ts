import { type IncomingActivity, streamInfo } from './incoming-activity.ts'

/** Pieces that may wait for one that is missing; then the stream goes on without it. */
const maxHeld = 16

/** Derives deltas from the `typing` activities of a reply, stream by stream. */
export class Deltas {
  readonly #streams = new Map<string, TextStream>()

  /** @returns the text an activity adds to its stream; null when there is none to show */
  read(activity: IncomingActivity): { stream: string; text: string } | null {
    const info = streamInfo(activity)
    if (!info) return null
    const stream = info.id ?? 'reply'
    const said = typeof activity.text === 'string' ? activity.text : ''
    // Informative pieces ("searching…") are not part of the text, but they are numbered with it.
    const text = this.#stream(stream).add(info.sequence, info.type === 'streaming' ? said : '')
    return text === '' ? null : { stream, text }
  }

  #stream(id: string): TextStream {
    const known = this.#streams.get(id)
    if (known) return known
    const stream = new TextStream()
    this.#streams.set(id, stream)
    return stream
  }
}

/** One streamed text: puts its pieces in order and says what each adds. */
class TextStream {
  readonly #held = new Map<number, string>()
  #next = 1
  #said = ''
  #cumulative: boolean | null = null

  add(sequence: number | null, piece: string): string {
    if (sequence === null) return this.#append(piece)
    if (sequence < this.#next || this.#held.has(sequence)) return ''
    this.#held.set(sequence, piece)
    if (this.#held.size > maxHeld) this.#next = Math.min(...this.#held.keys())
    let added = ''
    for (let held = this.#take(); held !== undefined; held = this.#take()) {
      added += this.#append(held)
    }
    return added
  }

  #take(): string | undefined {
    const piece = this.#held.get(this.#next)
    if (piece !== undefined) this.#held.delete(this.#next++)
    return piece
  }

  /**
   * The one place that decides whether pieces are deltas, as on this API, or repeat the text so far,
   * as elsewhere: the second piece that is not empty decides for the whole stream. It is cumulative
   * when it begins with the first one and goes on. A cumulative piece that takes words back adds
   * nothing: the final message will correct what was shown.
   */
  #append(piece: string): string {
    if (piece === '') return ''
    const repeats = piece.length > this.#said.length && piece.startsWith(this.#said)
    if (this.#said !== '') this.#cumulative ??= repeats
    if (this.#cumulative && !repeats) return ''
    const added = this.#cumulative ? piece.slice(this.#said.length) : piece
    if (this.#cumulative !== false) this.#said = piece
    return added
  }
}
