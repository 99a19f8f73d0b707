import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds between two looks at the size of the file. */
const every = 20

/** Remembers how long the append-only file of a Redis was at what time. */
export class AppendOnlyFile {
  readonly #folder: string
  readonly #sizes: { at: number; file: string; size: number }[] = []
  readonly #looking: NodeJS.Timeout

  constructor(serverFolder: string) {
    this.#folder = join(serverFolder, 'appendonlydir')
    this.#looking = setInterval(() => this.#look(), every)
  }

  /**
   * Takes away what was written in the last so many milliseconds, as the power does that fails before
   * a write has reached the disk. The server must be down.
   */
  cut(milliseconds: number): void {
    const last = this.#sizes.at(-1)
    if (last === undefined) return
    const here = this.#sizes.filter(({ file }) => file === last.file)
    const before = here.findLast(({ at }) => at <= last.at - milliseconds) ?? here[0]
    truncateSync(last.file, before?.size)
    this.#sizes.length = 0
  }

  close(): void {
    clearInterval(this.#looking)
  }

  #look(): void {
    const file = this.#growing()
    if (file === null) return
    this.#sizes.push({ at: performance.now(), file, size: statSync(file).size })
    if (this.#sizes.length > 1000) this.#sizes.shift()
  }

  /** The part of the file that is written to now: the last of the increments. */
  #growing(): string | null {
    try {
      const parts = readdirSync(this.#folder).filter(name => name.endsWith('.incr.aof'))
      const last = parts.toSorted((one, other) => one.localeCompare(other)).at(-1)
      return last === undefined ? null : join(this.#folder, last)
    } catch {
      return null
    }
  }
}
