import { latinOf, skeletonOf } from './lookalikes.ts'
import { SECTION_NAMES } from './section.ts'

/** Names of tags as they are compared: folded to plain letters. */
export interface TagNames {
  readonly skeletons: readonly string[]
  readonly longest: number
}

/** Folds names for {@link spellsTag}; those of the sections are always among them. */
export function tagNames(further: readonly string[]): TagNames {
  const skeletons = [...SECTION_NAMES, ...further].map(skeletonOf).filter(name => name !== '')
  return { skeletons, longest: Math.max(...skeletons.map(({ length }) => length)) }
}

const SQUARE = '[［【〔〖〘〚⟦⟬❲⁅⦋⦍⦏﹇﹝︹︻︗'
const ANGLE = '<＜﹤‹〈⟨❬❮❰˂≮ᐸᚲ〈︿'

/** Every character that can stand for an opening bracket of a tag. */
export const OPENING_BRACKET: RegExp = new RegExp(`[${`\\${SQUARE}${ANGLE}`}]`, 'gu')

const IGNORED = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const SPACE = /[\s\u2800]/u
const SEPARATOR = /[\s\u2800_\-\p{Pd}\p{Pc}]/u
const SLASH = /[/\\／⁄∕⧸╱＼﹨⧵]/u
const CLOSING = /[\])}>］】〕〗〙〛⟧⟭❳⁆⦌⦎⦐﹈﹞︺︼︘＞﹥›〉⟩❭❯❱˃≯ᐳ〉﹀]/u
const WORD = /[\p{L}\p{N}]/u

/**
 * Says whether the opening bracket at `at` begins something that spells a tag: after it, an
 * optional slash and the name of a section, in whatever letters look like it, with spaces,
 * underscores, hyphens, marks and invisible characters anywhere.
 *
 * The scan stops at the next bracket, so all openings of a text together cost linear time.
 */
export function spellsTag(text: string, at: number, names: TagNames): boolean {
  const angle = ANGLE.includes(text[at] ?? '')
  let next = skip(text, at + 1, SPACE)
  const padded = next > at + 1
  const afterSlash = skip(text, next, SLASH)
  const closes = afterSlash > next
  next = afterSlash

  // Letter by letter, with the place behind each, until no name can follow.
  let skeleton = ''
  const ends: number[] = []
  while (skeleton.length < names.longest) {
    next = skip(text, next, SEPARATOR)
    const character = characterAt(text, next)
    const letters = latinOf(character)
    if (letters === '') break
    next += character.length
    skeleton += letters
    while (ends.length < skeleton.length) ends.push(next)
  }
  return names.skeletons.some(name => {
    if (!skeleton.startsWith(name)) return false
    const end = ends[name.length - 1] ?? next
    return angle ? endsXmlName(text, end, padded && !closes) : endsBracketName(text, end)
  })
}

/**
 * `[context` is a tag unless the word goes on (`[contextual]`, `[context_id]`, `[context.id]`)
 * or code does (`[context, setContext]`, `[history()]`, `[context?.id]`).
 */
function endsBracketName(text: string, end: number): boolean {
  const at = skip(text, end, IGNORED)
  if (/^(?:[,(]|\?\.)/.test(text.slice(at, at + 2))) return false
  const word = skip(text, at, /[_\-.]/u)
  return !WORD.test(characterAt(text, word))
}

/**
 * `<context` is a tag when XML would end the name there, or when a guess at the nonce follows. After `< ` only a closing bracket says
 * so: `x < context && …` is arithmetic.
 */
function endsXmlName(text: string, end: number, padded: boolean): boolean {
  const name = skip(text, end, IGNORED)
  const guess = /^-[0-9a-f]{8,64}/i.exec(text.slice(name, name + 65))?.[0] ?? ''
  const at = skip(text, name + guess.length, IGNORED)
  const ending = characterAt(text, padded ? skip(text, skip(text, at, SPACE), SLASH) : at)
  if (CLOSING.test(ending)) return true
  return !padded && (ending === '' || SPACE.test(ending) || SLASH.test(ending))
}

function skip(text: string, from: number, what: RegExp): number {
  let at = from
  for (;;) {
    const character = characterAt(text, at)
    if (character === '' || !(what.test(character) || IGNORED.test(character))) return at
    at += character.length
  }
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}
