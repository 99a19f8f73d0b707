import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../house/house.ts'
import type { Random } from '../random.ts'

/** A live event as it arrived. */
export type Heard = { id: string; event: string; data: Record<string, unknown> }

/**
 * Follows the live events of a conversation over connections that are cut after a random number of
 * bytes, each resumed behind the last event that arrived whole, from whatever worker there is.
 */
export class Follower {
  readonly heard: Heard[] = []
  cuts = 0
  readonly #house: House
  readonly #conversation: string
  readonly #random: Random

  constructor(house: House, conversation: string, random: Random) {
    this.#house = house
    this.#conversation = conversation
    this.#random = random
  }

  /** Listens until what has been heard is enough. */
  async until(enough: (heard: readonly Heard[]) => boolean): Promise<void> {
    while (!enough(this.heard)) {
      await this.#listen(this.#random.between(1, 1500))
      this.cuts += 1
    }
  }

  /** One connection, up to a number of bytes; what is left of an event in the middle is lost. */
  async #listen(most: number): Promise<void> {
    const cut = new AbortController()
    const last = this.heard.at(-1)?.id
    try {
      const response = await fetch(
        `${await this.#house.door()}/events?conversation=${this.#conversation}`,
        { headers: last === undefined ? {} : { 'last-event-id': last }, signal: cut.signal }
      )
      let text = ''
      // A quiet connection is cut as well, or one that has nothing to tell would never be.
      const quiet = setTimeout(() => cut.abort(), 500)
      try {
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString('latin1')
          if (text.length >= most) break
        }
      } finally {
        clearTimeout(quiet)
        this.#keep(Buffer.from(text.slice(0, most), 'latin1').toString())
      }
    } catch {
      await sleep(5)
    } finally {
      cut.abort()
    }
  }

  #keep(text: string): void {
    for (const frame of text.split('\n\n').slice(0, -1)) {
      const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(frame) ?? []
      if (id === undefined || event === undefined || data === undefined)
        throw new SyntaxError(`this is no event: ${frame}`)
      this.heard.push({ id, event, data: JSON.parse(data) as Record<string, unknown> })
    }
  }
}
