import { setOwn } from '../own-property.ts'
import type { Path } from '../span.ts'
import type { Anchors } from '../value/anchors.ts'

type Key = string | number

/** An open bracket of the live view, and its value so far. */
interface LiveFrame {
  readonly anchors: Anchors | undefined
  readonly around: LiveFrame | undefined
  /** What it is called in the one around it. */
  readonly name: Key | undefined
  /** What is being written in it, if anything is. */
  key: Key | undefined
  value: unknown[] | Record<string, unknown>
  /** True once the value was handed out: it is copied before it changes again. */
  shared: boolean
  /** How many items there are in it to copy, as of the last time it was handed out. */
  size: number
}

/** What was written to: one place, or items of a list one after the other. */
interface Change {
  readonly frame: LiveFrame | undefined
  readonly key: Key | undefined
  count: number
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
  /** The innermost of them. */
  #frame: LiveFrame | undefined
  #root: unknown
  #changes: Change[] = []
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
    return Array.isArray(this.#frame?.value)
  }

  /** The path of what is being written: it and all above it are pending, all else is complete. */
  get pending(): Path | undefined {
    const frame = this.#frame
    return frame && pathTo(frame, frame.key)
  }

  /** What may stand at the place being written. */
  get anchors(): Anchors | undefined {
    const frame = this.#frame
    if (frame === undefined) return this.#rootAnchors
    return typeof frame.key === 'string' ? frame.anchors?.under(frame.key) : frame.anchors
  }

  /** Goes to a key, or to the next item of a list. */
  begin(key?: string): void {
    const frame = this.#frame
    if (frame === undefined) return
    if (Array.isArray(frame.value)) frame.key = frame.value.length
    else if (key !== undefined) frame.key = frame.anchors?.expects(key)?.name ?? key
  }

  /** Nothing more will be written where it was written last. */
  finish(): void {
    const frame = this.#frame
    if (frame !== undefined) frame.key = undefined
  }

  open(isList: boolean): void {
    const around = this.#frame
    const value = isList ? [] : {}
    this.put(value)
    this.#frame = {
      anchors: isList ? this.anchors?.under() : this.anchors,
      around,
      name: around?.key,
      key: undefined,
      value,
      shared: false,
      size: 0
    }
    this.#frames.push(this.#frame)
  }

  close(): void {
    this.#frames.pop()
    this.#frame = this.#frames.at(-1)
    this.finish()
  }

  /** Writes the value at the place being written. */
  put(value: unknown): void {
    this.#noteChange(this.#frame)
    let written = value
    // Copies what was handed out, from the inside outwards, until an own copy is reached.
    for (let at = this.#frames.length - 1; at >= 0; at--) {
      const frame = this.#frames[at]
      if (frame?.key === undefined) return
      const { shared, key } = frame
      if (shared) {
        frame.value = Array.isArray(frame.value) ? frame.value.slice() : { ...frame.value }
        frame.shared = false
      }
      if (Array.isArray(frame.value)) frame.value[Number(key)] = written
      else setOwn(frame.value, String(key), written)
      if (!shared) return
      written = frame.value
    }
    this.#root = written
  }

  #noteChange(frame: LiveFrame | undefined): void {
    const key = frame?.key
    const before = this.#changes.at(-1)
    const isSame = before !== undefined && before.frame === frame
    if (isSame && typeof key === 'number' && key - before.count === before.key) before.count++
    else this.#changes.push({ frame, key, count: 1 })
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

  /** The paths written to since the last call. */
  takeChanges(): () => Path[] {
    const changes = this.#changes
    this.#changes = []
    return () =>
      changes.flatMap(({ frame, key, count }) =>
        Array.from({ length: count }, (_, at) =>
          pathTo(frame, typeof key === 'number' ? key + at : key)
        )
      )
  }
}

/** The way to a place in an open bracket; nothing is put together before somebody asks. */
function pathTo(frame: LiveFrame | undefined, key: Key | undefined): Path {
  const path = key === undefined ? [] : [key]
  for (let at = frame; at?.name !== undefined; at = at.around) path.push(at.name)
  return path.reverse()
}
