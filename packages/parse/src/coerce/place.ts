import type { Path, Span } from '../span.ts'
import { type Entry, nodeOf, type ValueNode } from '../value/node.ts'

type Key = string | number

/**
 * A value and where it stands: in the data, and in the text. The text is looked into
 * only for values there is something to report about.
 */
export class Place {
  readonly value: unknown
  readonly #text: string | undefined
  #node: ValueNode | (() => ValueNode) | undefined
  readonly #around: Place | undefined
  /** What it is called in the data; undefined when it takes the place of what is around it. */
  readonly #name: Key | undefined
  /** Its key or index as it was written; undefined when it stands where what is around it stands. */
  readonly #key: Key | undefined
  #entries: Map<string, Entry> | undefined

  /** @param node what stands here; a function where the text must be read for it first */
  constructor(
    value: unknown,
    text?: string,
    node?: ValueNode | (() => ValueNode),
    around?: Place,
    name?: Key,
    key?: Key
  ) {
    this.value = value
    this.#text = text
    this.#node = node
    this.#around = around
    this.#name = name
    this.#key = key
  }

  /** A member of what stands here. */
  child(key: Key, value: unknown, name = key): Place {
    return new Place(value, this.#text, undefined, this, name, key)
  }

  /** A member that takes the place of what is around it. */
  inside(key: Key, value: unknown): Place {
    return new Place(value, this.#text, undefined, this, undefined, key)
  }

  /** The same value, as the member of something that was not written. */
  within(name: Key): Place {
    return new Place(this.value, this.#text, undefined, this, name)
  }

  /** Another reading of what stands here: its parts have no text of their own. */
  readAs(value: unknown): Place {
    return new Place(value, undefined, undefined, this)
  }

  /** How many things that were not written are around the value. */
  get added(): number {
    return this.#name === undefined || this.#key !== undefined ? 0 : 1 + (this.#around?.added ?? 0)
  }

  get path(): Path {
    const path = this.#around?.path ?? []
    return this.#name === undefined ? path : [...path, this.#name]
  }

  get node(): ValueNode {
    if (typeof this.#node === 'function') this.#node = this.#node()
    this.#node ??= this.#find()
    return this.#node
  }

  /** Where its key was written. */
  get keySpan(): Span {
    return this.#around?.entry(this.#key)?.keySpan ?? this.node
  }

  /** The value as it was written. */
  get written(): string {
    if (this.#text === undefined) return JSON.stringify(this.value)
    const { node } = this
    return typeof this.value === 'boolean'
      ? String(this.value)
      : this.#text.slice(node.start, node.end)
  }

  /** A node for the value, also where it has no text of its own. */
  get ownNode(): ValueNode {
    return this.#text === undefined ? nodeOf(this.value, this.node) : this.node
  }

  entry(key: Key | undefined): Entry | undefined {
    const { node } = this
    if (node.kind !== 'object' || key === undefined) return undefined
    this.#entries ??= new Map(node.entries.map(entry => [entry.key, entry]))
    return this.#entries.get(String(key))
  }

  #find(): ValueNode {
    if (this.#around === undefined) throw new TypeError('A place without a text has no node.')
    const { node } = this.#around
    const member = node.kind === 'array' ? node.items[Number(this.#key)] : undefined
    return member ?? this.#around.entry(this.#key)?.value ?? node
  }
}
