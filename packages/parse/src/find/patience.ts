import { closingBracket } from '../segment/closing-bracket.ts'

/** What even a short reply may cost. */
const LEAST = 4096

/** Bounds how many characters are read in vain, so that looking for data stays linear. */
export class Patience {
  #left: number

  constructor(length: number) {
    this.#left = 2 * length + LEAST
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  spend(characters: number): void {
    this.#left -= characters
  }

  /** Where the bracket at `start` closes; `start` itself where it does not, or nobody may look. */
  closing(text: string, start: number): number {
    const end = this.isOver ? start : closingBracket(text, start)
    if (end === start) this.spend(text.length - start)
    return end
  }
}
