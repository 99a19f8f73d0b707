import { stripInvisible } from './invisible.ts'
import { OPENING_BRACKET, spellsTag, type TagNames, tagNames } from './spelled-tag.ts'

/**
 * Makes text from outside safe to stand between tags: whatever spells a tag loses its opening
 * bracket to `(`, and what nobody can see is removed.
 *
 * Everything else is byte-equal, lone surrogates included. A second run changes nothing; the
 * time is linear in the length of the text.
 *
 * @param names the tags; those of the sections when absent
 * @example neutralise('$& [/CONTEXT]') // '$& (/CONTEXT]'
 * @see design: what the agent is told, "No forging"
 */
export function neutralise(text: string, names: TagNames = SECTIONS): string {
  const visible = stripInvisible(text)
  return visible.replace(OPENING_BRACKET, (bracket, at: number) =>
    spellsTag(visible, at, names) ? '(' : bracket
  )
}

const SECTIONS = tagNames([])
