import { setTimeout as sleep } from 'node:timers/promises'
import type { Manner } from './calls.ts'

type Activity = Record<string, unknown>
type Work = { said: Activity[]; done: boolean }

/** What the agent has said in one conversation. It says it whether anybody listens or not. */
export class Conversation {
  readonly #works: Work[] = []
  #changed = Promise.withResolvers<void>()

  /** Sets the agent to work and gives what it says, as it says it. */
  answer(replyToId: string, text: string, manner: Manner, delay: number): AsyncGenerator<Activity> {
    const work: Work = { said: [], done: false }
    this.#works.push(work)
    void this.#speak(work, replyToId, text, manner, delay)
    return this.#follow(() => [work])
  }

  /** Everything that was ever said here, up to the end of what is being said now. */
  kept(): AsyncGenerator<Activity> {
    return this.#follow(() => this.#works)
  }

  async #speak(
    work: Work,
    replyToId: string,
    text: string,
    { pieces, step }: Manner,
    delay: number
  ): Promise<void> {
    const say = (activity: Activity): void => {
      work.said.push({ ...activity, replyToId, from: { id: 'agent', role: 'bot' } })
      this.#wake()
    }
    if (delay > 0) await sleep(delay)
    const length = Math.ceil(text.length / Math.max(pieces, 1))
    for (let piece = 0; piece < pieces; piece += 1) {
      const part = text.slice(piece * length, (piece + 1) * length)
      if (part === '') break
      say({ type: 'typing', text: part, entities: [streamInfo('streaming', piece + 1, replyToId)] })
      if (step > 0) await sleep(step)
    }
    const entities = pieces > 0 ? [streamInfo('final', undefined, replyToId)] : []
    say({ type: 'message', text, entities })
    work.done = true
    this.#wake()
  }

  async *#follow(works: () => readonly Work[]): AsyncGenerator<Activity> {
    let told = 0
    for (;;) {
      const said = works().flatMap(work => work.said)
      for (; told < said.length; told += 1) yield said[told] as Activity
      if (works().every(({ done }) => done)) return
      await this.#changed.promise
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}

const streamInfo = (streamType: string, streamSequence: number | undefined, streamId: string) => ({
  type: 'streaminfo',
  streamType,
  streamSequence,
  streamId
})
