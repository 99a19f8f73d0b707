import type { DroppedItem, ExtraKey, ParseIssue, Repair } from '../outcome.ts'
import type { Risk } from '../repair-codes.ts'

/** What reading a node as a shape gave. */
export type Attempt = Coerced | Misfit

/** A value that fits, and what it cost. What was noted on the way hangs on the tree of parts. */
export interface Coerced {
  readonly fits: true
  readonly value: unknown
  readonly cost: number
  /** How many declared properties were found, all levels together. */
  readonly coverage: number
  readonly repairs?: readonly Repair[] | undefined
  readonly dropped?: readonly DroppedItem[] | undefined
  readonly extra?: readonly ExtraKey[] | undefined
  readonly parts?: readonly Coerced[] | undefined
}

export interface Misfit {
  readonly fits: false
  readonly issues: readonly ParseIssue[]
}

/** What the ladder's steps cost: many small steps weigh less than one larger. */
export const COST: Readonly<Record<Risk, number>> = { lossless: 1, lossy: 10, guess: 100 }

/** A key the schema does not know speaks against a branch of a union, gently. */
export const EXTRA_KEY_COST = 3

export function exact(value: unknown): Coerced {
  return { fits: true, value, cost: 0, coverage: 0 }
}

export interface Notes {
  readonly repairs: Repair[]
  readonly dropped: DroppedItem[]
  readonly extra: ExtraKey[]
}

/** Gathers what was noted anywhere in the tree, in the order of the text. */
export function notesOf(root: Coerced): Notes {
  const notes: Notes = { repairs: [], dropped: [], extra: [] }
  const waiting: Coerced[] = [root]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.repairs !== undefined) notes.repairs.push(...part.repairs)
    if (part.dropped !== undefined) notes.dropped.push(...part.dropped)
    if (part.extra !== undefined) notes.extra.push(...part.extra)
    if (part.parts === undefined) continue
    for (let index = part.parts.length - 1; index >= 0; index--) {
      const inner = part.parts[index]
      if (inner !== undefined) waiting.push(inner)
    }
  }
  return notes
}

/** The reason of a misfit, in one line. */
export function reasonOf(misfit: Misfit): string {
  return misfit.issues[0]?.message ?? 'does not fit'
}
