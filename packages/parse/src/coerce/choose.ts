import { isContainer } from '../json.ts'
import type { RepairCode } from '../repair-codes.ts'
import { fold, soften } from '../schema/fold.ts'
import type { ChoiceOption, ChoiceShape } from '../schema/shape.ts'
import { textBefore } from '../segment/characters.ts'
import { isNumberText } from '../value/number.ts'
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
  if (isContainer(value)) return undefined
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
  const described = options.filter(option => describes(option, folded))
  if (described.length === 1) return only(described, 'choice_described')
  const numeric = options.some(({ names: [name = ''] }) => isNumberText(name))
  const number = numeric ? readLooseNumber(text) : undefined
  // Where numbers are to choose from, one that is none of them is no choice.
  if (number !== undefined) return readAs(options, number)
  return (
    only(mentioned(options, soften(text)), 'choice_from_prose') ??
    readAs(options, readLooseBoolean(text))
  )
}

function only(options: readonly ChoiceOption[], code: RepairCode): Chosen | undefined {
  const [option] = options
  return options.length === 1 && option !== undefined ? { value: option.value, code } : undefined
}

function readAs(options: readonly ChoiceOption[], read: Chosen | undefined): Chosen | undefined {
  const option = options.find(({ value, names }) =>
    [value, names[0]].some(one => one === read?.value || one === String(read?.value))
  )
  return read && option && { value: option.value, code: read.code }
}

/** `k1: the description of k1`, or the description alone. */
function describes({ description, names }: ChoiceOption, folded: string): boolean {
  const told = fold(description)
  return told !== '' && ['', ...names].some(name => folded === fold(name) + told)
}

const LETTER = '[\\p{L}\\p{N}_]'
/** Scripts without capitals: a word may begin or end within their letters. */
const UNSPACED = '\\p{Lo}'
const DENIAL = /(?:\bnot|n['’]t|\bnever|\bno|\bneither)\s+(?:(?:a|an|the|be|really)\s+)?["'*`]*$/

/** The options named as whole words, leaving out names inside longer names; none when one is denied. */
function mentioned(options: readonly ChoiceOption[], text: string): ChoiceOption[] {
  const named = new Map(
    options.flatMap(option => option.names.map(name => [soften(name), option] as const))
  )
  named.delete('')
  const words = [...named.keys()]
    .sort((one, other) => other.length - one.length)
    .map(name => name.replace(/[$(-+.?[-^{|}]/g, '\\$&'))
    .join('|')
  const pattern = `(?<!${LETTER}(?=${LETTER})(?!${UNSPACED}))(?:${words})(?!(?<=${LETTER})(?<!${UNSPACED})${LETTER})`
  const found = new Set<ChoiceOption>()
  for (const { 0: name, index } of text.matchAll(new RegExp(pattern, 'gu'))) {
    const option = named.get(name)
    if (DENIAL.test(textBefore(text, index, 24))) return []
    if (option !== undefined) found.add(option)
  }
  return [...found]
}
