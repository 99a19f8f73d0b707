import type { FactName } from './context-facts.ts'
import { type ReadQuery, readFacts } from './read-facts.ts'
import type { SectionName } from './section.ts'
import type { TemplatePiece, TemplateSlot } from './template-piece.ts'

/**
 * Reads a query by the template it was written with: what stands between two literal pieces is the
 * value of the slot between them.
 *
 * A value ends where the next literal piece begins, the user's input where it begins for the last
 * time. Exact as long as no other value holds that piece, which a nonce in it makes sure of.
 *
 * @returns null when the literal pieces are not all there, in order
 */
export function readTemplated(pieces: readonly TemplatePiece[], query: string): ReadQuery | null {
  const nonce = nonceIn(pieces, query)
  const values = new Map<TemplateSlot, string>()
  let at = 0
  let slot: TemplateSlot | null = null
  for (const piece of [...withNonce(pieces, nonce), null]) {
    if (piece !== null && typeof piece !== 'string') {
      slot = piece.slot
      continue
    }
    const end = endOfValue(query, at, piece, slot)
    if (end < at || (slot === null && end !== at)) return null
    if (slot !== null && !values.has(slot)) values.set(slot, query.slice(at, end))
    slot = null
    at = end + (piece?.length ?? 0)
  }
  return readFacts({ nonce, facts: factsIn(values), sections: sectionsIn(values) })
}

/** @param piece what follows the value; null when nothing does */
function endOfValue(
  query: string,
  at: number,
  piece: string | null,
  slot: TemplateSlot | null
): number {
  if (piece === null) return query.length
  return slot === 'userInput' ? query.lastIndexOf(piece) : query.indexOf(piece, at)
}

/** The nonce is found where nothing but literal text stands before it. */
function nonceIn(pieces: readonly TemplatePiece[], query: string): string | null {
  const first = pieces.findIndex(piece => typeof piece !== 'string')
  const piece = pieces[first]
  if (piece === undefined || typeof piece === 'string' || piece.slot !== 'nonce') return null
  const start = first === 0 ? 0 : String(pieces[0]).length
  return /^[0-9A-Za-z]{1,64}/.exec(query.slice(start, start + 64))?.[0] ?? null
}

/** The pieces with the nonce in its place, so that it is part of what ends a value. */
function withNonce(pieces: readonly TemplatePiece[], nonce: string | null): TemplatePiece[] {
  const merged: TemplatePiece[] = []
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : piece.slot === 'nonce' ? (nonce ?? '') : null
    const before = merged.at(-1)
    if (text === null) merged.push(piece)
    else if (typeof before === 'string') merged[merged.length - 1] = before + text
    else if (text !== '') merged.push(text)
  }
  return merged
}

const FACT_OF_SLOT: Partial<Record<TemplateSlot, FactName>> = {
  step: 'step',
  phase: 'step',
  turnNumber: 'turnNumber',
  collectedData: 'collectedData',
  constraints: 'constraints',
  allowedActions: 'allowedActions',
  mark: 'mark',
  omitted: 'omitted'
}

function factsIn(values: ReadonlyMap<TemplateSlot, string>): Partial<Record<FactName, string>> {
  const facts: Partial<Record<FactName, string>> = {}
  for (const [slot, text] of values) {
    const fact = FACT_OF_SLOT[slot]
    if (fact !== undefined && text !== '') facts[fact] = text
  }
  return facts
}

const SECTION_OF_SLOT: Partial<Record<TemplateSlot, SectionName>> = {
  contract: 'CONTRACT',
  memory: 'MEMORY',
  history: 'HISTORY',
  userInput: 'USER INPUT'
}

function sectionsIn(values: ReadonlyMap<TemplateSlot, string>): Map<SectionName, string> {
  const sections = new Map<SectionName, string>()
  for (const [slot, text] of values) {
    const section = SECTION_OF_SLOT[slot]
    if (section !== undefined) sections.set(section, text)
  }
  return sections
}
