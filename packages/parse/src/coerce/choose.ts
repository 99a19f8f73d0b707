import type { RepairCode } from '../repair-codes.ts'
import { fold } from '../schema/fold.ts'
import type { ChoiceOption, ChoiceShape } from '../schema/shape.ts'

export interface Chosen {
  readonly value: unknown
  readonly code: RepairCode | undefined
}

const LONGEST_PROSE = 4000

/**
 * Finds the option that text names: exactly, by another name, folded, by its
 * description, or as the only option named in a sentence. Two named options are
 * no choice, and no option is never the first one.
 */
export function choose(shape: ChoiceShape, text: string): Chosen | undefined {
  const trimmed = text.trim()
  const named = shape.options.find(option => option.names.includes(trimmed))
  if (named !== undefined) {
    return { value: named.value, code: named.value === trimmed ? undefined : 'choice_alias' }
  }
  const folded = fold(trimmed)
  const alike = shape.options.filter(option => option.names.some(name => fold(name) === folded))
  if (alike.length > 0) return only(alike, 'choice_folded')
  if (trimmed.length > LONGEST_PROSE) return undefined
  return described(shape, trimmed) ?? mentioned(shape, trimmed)
}

function only(options: readonly ChoiceOption[], code: RepairCode): Chosen | undefined {
  const [option] = options
  return options.length === 1 && option !== undefined ? { value: option.value, code } : undefined
}

/** `k1: the description of k1`, or the description alone. */
function described(shape: ChoiceShape, text: string): Chosen | undefined {
  const folded = fold(text)
  const fitting = shape.options.filter(option => {
    if (option.description === undefined) return false
    const description = fold(option.description)
    return (
      description !== '' &&
      (folded === description || option.names.some(name => folded === fold(name) + description))
    )
  })
  return only(fitting, 'choice_described')
}

function mentioned(shape: ChoiceShape, text: string): Chosen | undefined {
  const exactly = mentions(shape.options, text, name => name, text)
  if (exactly.length > 0) return only(exactly, 'choice_from_prose')
  const soft = soften(text)
  return only(mentions(shape.options, soft, soften, soft), 'choice_from_prose')
}

/** The options named as whole words, leaving out names inside longer names. */
function mentions(
  options: readonly ChoiceOption[],
  text: string,
  spell: (name: string) => string,
  whole: string
): ChoiceOption[] {
  const found: { option: ChoiceOption; start: number; end: number }[] = []
  for (const option of options) {
    for (const name of option.names) {
      const spelled = spell(name)
      if (spelled === '') continue
      for (let at = text.indexOf(spelled); at !== -1; at = text.indexOf(spelled, at + 1)) {
        const end = at + spelled.length
        if (isWord(text, at, end)) found.push({ option, start: at, end })
      }
    }
  }
  const longest = found.filter(
    one =>
      !found.some(
        other =>
          other !== one &&
          other.start <= one.start &&
          other.end >= one.end &&
          other.end - other.start > one.end - one.start
      )
  )
  if (longest.some(one => isDenied(whole, one.start))) return []
  return [...new Set(longest.map(one => one.option))]
}

function isDenied(text: string, at: number): boolean {
  return /(?:\bnot|n['’]t|\bnever|\bno|\bneither)\s+(?:(?:a|an|the|be|really)\s+)?["'*`]*$/i.test(
    text.slice(Math.max(0, at - 24), at)
  )
}

const LETTER = /[\p{L}\p{N}_]/u
const SCRIPT_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isWord(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  const first = text[start] ?? ''
  const last = text[end - 1] ?? ''
  const startsWord =
    SCRIPT_WITHOUT_SPACES.test(first) || !LETTER.test(before) || !LETTER.test(first)
  const endsWord = SCRIPT_WITHOUT_SPACES.test(last) || !LETTER.test(after) || !LETTER.test(last)
  return startsWord && endsWord
}

/** Case and accents gone, spaces and punctuation kept. */
function soften(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
