import { setOwn } from '../own-property.ts'
import type { Path } from '../span.ts'
import type { Anchors } from '../value/anchors.ts'

/** An open bracket of the live view, and its value so far. */
interface LiveFrame {
  readonly anchors: Anchors | undefined
  value: unknown[] | Record<string, unknown>
  /** True once the value was handed out: it is copied before it changes again. */
  shared: boolean
  /** Where in this value something is being written. */
  key: string | number | undefined
}

/**
 * The value as far as it was written. A snapshot hands out the working value
 * itself; what changes afterwards is copied first, along the open path only.
 */
export class LiveTree {
  readonly #rootAnchors: Anchors | undefined
  readonly #frames: LiveFrame[] = []
  #root: unknown
  #changed: Path[] = []

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
    if (this.#frames.length === 0) return undefined
    const path: (string | number)[] = []
    for (const { key } of this.#frames) if (key !== undefined) path.push(key)
    return path
  }

  /** What may stand at the place being written. */
  get anchors(): Anchors | undefined {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return this.#rootAnchors
    return typeof frame.key === 'string' ? frame.anchors?.under(frame.key) : frame.anchors
  }

  /** Goes to a key, or to the next item of a list. */
  begin(key?: string): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return
    if (Array.isArray(frame.value)) frame.key = frame.value.length
    else if (key !== undefined) frame.key = frame.anchors?.nameOf(key) ?? key
  }

  /** Nothing more will be written where it was written last. */
  finish(): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined) frame.key = undefined
  }

  open(isList: boolean): void {
    const { anchors } = this
    const value = isList ? [] : {}
    this.put(value)
    this.#frames.push({
      anchors: isList ? anchors?.items : anchors,
      value,
      shared: false,
      key: undefined
    })
  }

  close(): void {
    this.#frames.pop()
    this.finish()
  }

  /** Writes the value at the place being written. */
  put(value: unknown): void {
    this.#changed.push(this.pending ?? [])
    let written = value
    // Copies what was handed out, from the inside outwards, until an own copy is reached.
    for (let at = this.#frames.length - 1; at >= 0; at--) {
      const frame = this.#frames[at]
      if (frame?.key === undefined) return
      const { key, shared } = frame
      if (shared) frame.value = Array.isArray(frame.value) ? [...frame.value] : { ...frame.value }
      frame.shared = false
      if (Array.isArray(frame.value)) frame.value[Number(key)] = written
      else setOwn(frame.value, String(key), written)
      if (!shared) return
      written = frame.value
    }
    this.#root = written
  }

  snapshot(): unknown {
    for (const frame of this.#frames) frame.shared = true
    return this.#root
  }

  takeChanges(): Path[] {
    const changes = this.#changed
    this.#changed = []
    return changes
  }
}
