import type { JsonSchema, Mode } from '@turnwise/parse'
import type { ZodType } from 'zod'

/** A JSON Schema that says something. */
export type ObjectSchema = Exclude<JsonSchema, boolean>

/** What a reader is asked to read. */
export interface Request {
  readonly text: string
  readonly mode: Mode
  readonly schema?: ObjectSchema
  /** The same schema as Zod; without one, it is made from `schema`. */
  readonly validator?: ZodType
  /** The text is the beginning of something: what is missing is no fault. */
  readonly partial?: boolean
  /** Nothing but the valid whole counts. */
  readonly strict?: boolean
}

/** What a reader says it found, and how sure it is where it says so. */
export type Reading =
  | {
      readonly found: true
      readonly data: unknown
      readonly confidence?: string
      readonly score?: number
    }
  | {
      readonly found: false
      readonly why: string
      /** The parser threw: a peer's way to refuse, but never ours. */
      readonly threw?: true
    }

/** A parser, ours or a peer's, behind one function. */
export interface Reader {
  read(request: Request): Reading | Promise<Reading>
  /** Reads a text that arrives in chunks; `watched` looks at the value after each of them. */
  follow?(chunks: readonly string[], request: Request, watched: boolean): Reading
}

/** A parser that takes part. */
export interface Peer {
  readonly title: string
  /** The npm package whose version is reported; absent for what is part of Node. */
  readonly package?: string
  /** Rejects when the parser does not run on this machine. */
  load(): Promise<Reader>
}

export function found(data: unknown): Reading {
  return data === undefined ? { found: false, why: 'undefined' } : { found: true, data }
}
