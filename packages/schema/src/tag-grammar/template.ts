import { type ContextFacts, type FactName, factTexts, onOneLine } from './context-facts.ts'
import type { QueryFormat, QueryText } from './query-format.ts'
import { readTemplated } from './read-templated.ts'
import { checkedNonce } from './section.ts'
import { type TagNames, tagNames } from './spelled-tag.ts'
import { TEMPLATE_SLOTS, type TemplatePiece, type TemplateSlot } from './template-piece.ts'

/** A format that somebody wrote down, parsed once. */
export interface QueryTemplate extends QueryFormat {
  /** Its own tags and those of the sections: text from outside must not spell them. */
  readonly tags: TagNames
}

/** A template that can be used, or everything that is wrong with it. */
export type ParsedTemplate =
  | { readonly ok: true; readonly template: QueryTemplate }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Parses a template into literal pieces and slots, once: no template is ever run over data.
 *
 * A slot is written `{{userInput}}`. The user's input must stand in it exactly once.
 *
 * @param name of the file, for the problems: each begins with it and the line
 */
export function parseTemplate(text: string, name: string): ParsedTemplate {
  const pieces: TemplatePiece[] = []
  const problems: string[] = []
  const fail = (at: number, what: string): void => {
    problems.push(`${name}:${text.slice(0, at).split('\n').length}: ${what}`)
  }
  let at = 0
  let said = 0
  for (;;) {
    const start = text.indexOf('{{', at)
    pieces.push(text.slice(at, start < 0 ? undefined : start))
    if (start < 0) break
    const end = text.indexOf('}}', start)
    const written = text.slice(start + 2, end).trim()
    const slot = TEMPLATE_SLOTS.find(known => known === written)
    if (end < 0 || written.includes('\n')) {
      fail(start, 'a slot begins with {{ here and does not end on its line')
      break
    }
    if (slot === undefined) fail(start, `there is no slot {{${written}}}; there are ${KNOWN}`)
    else pieces.push({ slot })
    const late = pieces.length > 2 || start > LATEST_NONCE
    if (slot === 'nonce' && late && !hasNonce(pieces.slice(0, -1)))
      fail(start, `{{nonce}} must be the first slot, after ${LATEST_NONCE} characters at most`)
    if (slot === 'userInput' && ++said > 1) fail(start, '{{userInput}} stands here a second time')
    at = end + 2
  }
  if (problems.length === 0 && said === 0) fail(0, '{{userInput}} is missing')
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, template: templateOf(pieces.filter(piece => piece !== '')) }
}

/** Where queries are shown, the nonce is found at their beginning and hidden. */
const LATEST_NONCE = 150

const hasNonce = (pieces: readonly TemplatePiece[]): boolean =>
  pieces.some(piece => typeof piece !== 'string' && piece.slot === 'nonce')

const KNOWN = TEMPLATE_SLOTS.map(slot => `{{${slot}}}`).join(', ')

function templateOf(pieces: readonly TemplatePiece[]): QueryTemplate {
  const slots = new Set(pieces.flatMap(piece => (typeof piece === 'string' ? [] : piece.slot)))
  return {
    tags: tagNames(tagNamesIn(pieces)),
    // What is told is counted, what stands in the template itself is not.
    context: facts => [...valuesOf(facts, [], null)].map(told).join(''),
    body: ({ name, text }) => (name === 'USER INPUT' || slots.has(slotOf(name)) ? text : ''),
    write(facts, sections, nonce) {
      const values = valuesOf(facts, sections, checkedNonce(nonce))
      return pieces
        .map(piece => (typeof piece === 'string' ? piece : (values.get(piece.slot) ?? '')))
        .join('')
    },
    read: query => readTemplated(pieces, query)
  }

  function told([slot, text]: [TemplateSlot, string]): string {
    return slots.has(slot) ? text : ''
  }
}

function valuesOf(
  facts: ContextFacts | null,
  sections: readonly QueryText[],
  nonce: string | null
): Map<TemplateSlot, string> {
  const values = new Map<TemplateSlot, string>()
  for (const [name, text] of facts === null ? [] : factTexts(facts)) {
    for (const slot of SLOTS_OF_FACT[name]) values.set(slot, onOneLine(text))
  }
  for (const { name, text } of sections) values.set(slotOf(name), text)
  values.set('nonce', nonce ?? '')
  return values
}

const SLOTS_OF_FACT: Readonly<Record<FactName, readonly TemplateSlot[]>> = {
  step: ['step', 'phase'],
  turnNumber: ['turnNumber'],
  collectedData: ['collectedData'],
  constraints: ['constraints'],
  allowedActions: ['allowedActions'],
  mark: ['mark'],
  omitted: ['omitted']
}

const slotOf = (name: QueryText['name']): TemplateSlot =>
  name === 'USER INPUT' ? 'userInput' : (name.toLowerCase() as TemplateSlot)

/** `[NOTES {{nonce}}]`, `</the_data>`: whatever stands behind an opening bracket. */
function tagNamesIn(pieces: readonly TemplatePiece[]): string[] {
  const literal = pieces.map(piece => (typeof piece === 'string' ? piece : '\n')).join('')
  const names = literal.matchAll(/[[<]{1,4}\s{0,4}\/?\s{0,4}([\p{L}][\p{L}\p{N} _-]{1,60})/gu)
  return [...new Set(Array.from(names, ([, name = '']) => name.trim()))]
}
