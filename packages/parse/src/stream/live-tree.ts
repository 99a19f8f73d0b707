import { setOwn } from '../own-property.ts'
import type { Path } from '../span.ts'
import type { Anchors } from '../value/anchors.ts'

/** An open bracket of the live view, and its value so far. */
interface LiveFrame {
  readonly anchors: Anchors | undefined
  value: unknown[] | Record<string, unknown>
  /** True once the value was handed out: it is copied before it changes again. */
  shared: boolean
  /** How many items there are in it to copy, as of the last time it was handed out. */
  size: number
}

/** How many items may be copied for a look, besides one for every unit of text. */
const COPIED_ANYWAY = 8192

/** A key is copied in the time of so many items. */
const ITEMS_PER_KEY = 64

/**
 * The value as far as it was written. A snapshot hands out the working value
 * itself; what changes afterwards is copied first, along the open path only.
 */
export class LiveTree {
  readonly #rootAnchors: Anchors | undefined
  readonly #frames: LiveFrame[] = []
  /** A key for each frame; the innermost has none while nothing is being written in it. */
  readonly #path: (string | number)[] = []
  #root: unknown
  #changed: Path[] = []
  /** How much text has come since the last snapshot. */
  #units = 0

  constructor(anchors: Anchors | undefined) {
    this.#rootAnchors = anchors
  }

  get depth(): number {
    return this.#frames.length
  }

  get isList(): boolean {
    return Array.isArray(this.#root)
  }

  get inList(): boolean {
    return Array.isArray(this.#frames.at(-1)?.value)
  }

  /** The path of what is being written: it and all above it are pending, all else is complete. */
  get pending(): Path | undefined {
    return this.#frames.length === 0 ? undefined : this.#path.slice()
  }

  /** What may stand at the place being written. */
  get anchors(): Anchors | undefined {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return this.#rootAnchors
    const key = this.#path[this.#frames.length - 1]
    return typeof key === 'string' ? frame.anchors?.under(key) : frame.anchors
  }

  /** Goes to a key, or to the next item of a list. */
  begin(key?: string): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return
    const last = this.#frames.length - 1
    if (Array.isArray(frame.value)) this.#path[last] = frame.value.length
    else if (key !== undefined) this.#path[last] = frame.anchors?.expects(key)?.name ?? key
  }

  /** Nothing more will be written where it was written last. */
  finish(): void {
    if (this.#path.length >= this.#frames.length) this.#path.pop()
  }

  open(isList: boolean): void {
    const { anchors } = this
    const value = isList ? [] : {}
    this.put(value)
    this.#frames.push({
      anchors: isList ? anchors?.under() : anchors,
      value,
      shared: false,
      size: 0
    })
  }

  close(): void {
    this.finish()
    this.#frames.pop()
    this.finish()
  }

  /** Writes the value at the place being written. */
  put(value: unknown): void {
    this.#changed.push(this.#path.slice())
    let written = value
    // Copies what was handed out, from the inside outwards, until an own copy is reached.
    for (let at = this.#frames.length - 1; at >= 0; at--) {
      const frame = this.#frames[at]
      const key = this.#path[at]
      if (frame === undefined || key === undefined) return
      const { shared } = frame
      if (shared)
        frame.value = Array.isArray(frame.value) ? frame.value.slice() : { ...frame.value }
      frame.shared = false
      if (Array.isArray(frame.value)) frame.value[Number(key)] = written
      else setOwn(frame.value, String(key), written)
      if (!shared) return
      written = frame.value
    }
    this.#root = written
  }

  /**
   * Says, of each piece of text, whether what was written is to be shown again. What is
   * open is copied for it, so a long list has to wait until enough has come: that keeps
   * a stream linear whose value somebody looks at after every chunk.
   */
  isDue(units: number): boolean {
    this.#units += units
    const size = this.#frames.reduce((sum, frame) => sum + frame.size, 0)
    return size <= COPIED_ANYWAY + this.#units
  }

  snapshot(): unknown {
    this.#units = 0
    for (const frame of this.#frames) {
      frame.shared = true
      frame.size = Array.isArray(frame.value)
        ? frame.value.length
        : Object.keys(frame.value).length * ITEMS_PER_KEY
    }
    return this.#root
  }

  takeChanges(): Path[] {
    const changes = this.#changed
    this.#changed = []
    return changes
  }
}
