import { setOwn } from '../own-property.ts'
import type { Path } from '../span.ts'
import type { Anchors } from '../value/anchors.ts'

type Container = unknown[] | Record<string, unknown>

/** An open bracket of the live view, and its value so far. */
interface LiveFrame {
  readonly anchors: Anchors | undefined
  value: Container
  /** True once the value was handed out: it is copied before it changes again. */
  shared: boolean
  /** Where in this value the inside is being written. */
  key: string | number | undefined
}

/**
 * The value as far as it was written. A snapshot hands out the working value
 * itself; what changes afterwards is copied first, along the open path only.
 */
export class LiveTree {
  readonly #frames: LiveFrame[] = []
  #root: unknown
  #changed: Path[] = []

  get depth(): number {
    return this.#frames.length
  }

  get inArray(): boolean {
    return Array.isArray(this.#frames.at(-1)?.value)
  }

  get anchors(): Anchors | undefined {
    return this.#frames.at(-1)?.anchors
  }

  /** The path of what is being written: it and all above it are pending, all else is complete. */
  get pending(): Path | undefined {
    if (this.#frames.length === 0) return undefined
    return this.#frames.flatMap(frame => frame.key ?? [])
  }

  /** What may stand at the place being written. */
  placeAnchors(root: Anchors | undefined): Anchors | undefined {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return root
    return typeof frame.key === 'string' ? frame.anchors?.under(frame.key) : frame.anchors
  }

  get isList(): boolean {
    return Array.isArray(this.#root)
  }

  open(kind: 'object' | 'array', anchors: Anchors | undefined): void {
    const value: Container = kind === 'array' ? [] : {}
    this.put(value)
    const inner = kind === 'array' ? anchors?.items : anchors
    this.#frames.push({
      anchors: inner,
      value,
      shared: false,
      key: kind === 'array' ? 0 : undefined
    })
  }

  close(): void {
    this.#frames.pop()
  }

  setKey(key: string): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined) frame.key = frame.anchors?.nameOf(key) ?? key
  }

  nextItem(): void {
    const frame = this.#frames.at(-1)
    if (frame !== undefined && Array.isArray(frame.value)) frame.key = frame.value.length
  }

  /** Writes the value at the place being written. */
  put(value: unknown): void {
    this.#changed.push(this.pending ?? [])
    if (this.#frames.length === 0) this.#root = value
    else this.#write(this.#frames.length - 1, value)
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

  /** Copies what was handed out, from the inside outwards, until an own copy is reached. */
  #write(index: number, value: unknown): void {
    let written = value
    for (let at = index; at >= 0; at--) {
      const frame = this.#frames[at]
      if (frame === undefined) return
      const before = frame.value
      if (frame.shared) {
        frame.value = Array.isArray(before) ? [...before] : { ...before }
        frame.shared = false
      }
      if (Array.isArray(frame.value)) frame.value[Number(frame.key)] = written
      else setOwn(frame.value, String(frame.key), written)
      if (frame.value === before) return
      written = frame.value
    }
    this.#root = written
  }
}
