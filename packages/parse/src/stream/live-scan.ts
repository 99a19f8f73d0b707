import { readTag } from '../segment/tags.ts'

/** The longest tag that may be cut by the end of a chunk. */
const LONGEST_TAG = 220

/** What the text outside of data says about it, chunk by chunk. */
export class LiveScan {
  #inReasoning = false
  #tail = ''
  /** True when the next character stands at the start of a line. */
  #lineStart = true

  /**
   * Takes prose from `at`.
   *
   * @returns the offset of a bracket that may open data, or the chunk's end; and
   *   whether reasoning ended on the way, so that what came before it is void
   */
  feed(chunk: string, from: number): { readonly at: number; readonly voided: boolean } {
    let voided = false
    for (let at = from; at < chunk.length; at++) {
      const char = chunk[at] ?? ''
      if (this.#tail !== '' || char === '<') {
        if (this.#takeTag(char)) voided = true
      }
      if (!this.#inReasoning && (char === '{' || (char === '[' && this.#lineStart))) {
        return { at, voided }
      }
      if (char === '\n') this.#lineStart = true
      else if (char !== ' ' && char !== '\t') this.#lineStart = false
    }
    return { at: chunk.length, voided }
  }

  /** Returns true when a closing tag ended reasoning. */
  #takeTag(char: string): boolean {
    this.#tail = char === '<' ? '<' : this.#tail + char
    if (char !== '>') {
      if (this.#tail.length > LONGEST_TAG) this.#tail = ''
      return false
    }
    const tag = readTag(this.#tail, 0)
    this.#tail = ''
    if (tag?.kind !== 'reasoning') return false
    this.#inReasoning = !tag.closing
    return tag.closing
  }
}
