import type { RepairCode } from '../repair-codes.ts'
import { fold } from '../schema/fold.ts'
import type { ChoiceOption, ChoiceShape } from '../schema/shape.ts'
import { readLooseBoolean } from './loose-boolean.ts'
import { readLooseNumber } from './loose-number.ts'

export interface Chosen {
  readonly value: unknown
  readonly code: RepairCode
}

const LONGEST_PROSE = 4000

/**
 * Finds the option that a value names: by another name, folded, by its description,
 * as the only option named in a sentence, or as the number or boolean it is read
 * as. Two named options are no choice, and no option is never the first one.
 */
export function choose({ options }: ChoiceShape, value: unknown): Chosen | undefined {
  if (typeof value === 'object' && value !== null) return undefined
  const text = String(value).trim()
  const named = options.find(option => option.names.includes(text))
  if (named !== undefined) {
    return {
      value: named.value,
      code: named.names[0] === named.value ? 'choice_folded' : 'choice_alias'
    }
  }
  const folded = fold(text)
  const alike = options.filter(option => option.names.some(name => fold(name) === folded))
  if (alike.length > 0) return only(alike, 'choice_folded')
  if (text.length > LONGEST_PROSE) return undefined
  return (
    only(
      options.filter(option => describes(option, folded)),
      'choice_described'
    ) ??
    only(mentioned(options, soften(text)), 'choice_from_prose') ??
    readAs(options, readLooseNumber(text)) ??
    readAs(options, readLooseBoolean(text))
  )
}

function only(options: readonly ChoiceOption[], code: RepairCode): Chosen | undefined {
  const [option] = options
  return options.length === 1 && option !== undefined ? { value: option.value, code } : undefined
}

function readAs(options: readonly ChoiceOption[], read: Chosen | undefined): Chosen | undefined {
  return options.some(option => option.value === read?.value) ? read : undefined
}

/** `k1: the description of k1`, or the description alone. */
function describes({ description, names }: ChoiceOption, folded: string): boolean {
  const told = fold(description)
  return told !== '' && ['', ...names].some(name => folded === fold(name) + told)
}

interface Mention {
  readonly option: ChoiceOption
  readonly start: number
  readonly end: number
}

/** The options named as whole words, leaving out names inside longer names; none when one is denied. */
function mentioned(options: readonly ChoiceOption[], text: string): ChoiceOption[] {
  const found: Mention[] = []
  for (const option of options) {
    for (const name of option.names.map(soften)) {
      let start = name === '' ? -1 : text.indexOf(name)
      for (; start !== -1; start = text.indexOf(name, start + 1)) {
        const end = start + name.length
        if (isWord(text, start, end)) found.push({ option, start, end })
      }
    }
  }
  const longest = found.filter(one => !found.some(other => other !== one && holds(other, one)))
  if (longest.some(({ start }) => DENIAL.test(text.slice(Math.max(0, start - 24), start))))
    return []
  return [...new Set(longest.map(one => one.option))]
}

function holds(outer: Mention, inner: Mention): boolean {
  const longer = outer.end - outer.start > inner.end - inner.start
  return longer && outer.start <= inner.start && outer.end >= inner.end
}

const DENIAL = /(?:\bnot|n['’]t|\bnever|\bno|\bneither)\s+(?:(?:a|an|the|be|really)\s+)?["'*`]*$/i

/** Between two characters of these, or beside one of another script, a word may begin or end. */
const LETTERS = /[\p{L}\p{N}_]{2}/u
const SCRIPT_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isWord(text: string, start: number, end: number): boolean {
  return [
    [text.slice(start - 1, start + 1), text[start]],
    [text.slice(end - 1, end + 1), text[end - 1]]
  ].every(([edge = '', own = '']) => !LETTERS.test(edge) || SCRIPT_WITHOUT_SPACES.test(own))
}

/** Case and accents gone, spaces and punctuation kept. */
function soften(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
