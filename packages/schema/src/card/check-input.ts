import type { CardInput } from './list-inputs.ts'

/** What an input may not be: the rule that is broken, in words for the problem document. */
export interface InputProblem {
  readonly rule: 'type' | 'length' | 'range' | 'format' | 'choice'
  readonly expected: string
  readonly got: string
}

/** What a submitted value means: nothing, a value, or a problem. */
export type CheckedInput =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'problem'; readonly problem: InputProblem }

/** The longest text of an input that names no limit of its own, in UTF-16 code units. */
export const LONGEST_INPUT = 32_000

/**
 * Checks one submitted value against the input that was shown.
 *
 * `null` and the empty text mean that nothing was filled in. A number may come as text, as some
 * clients send it, and is a number from here on; a toggle may come as a boolean.
 */
export function checkInput(input: CardInput, value: unknown): CheckedInput {
  if (value === undefined || value === null || value === '') return { kind: 'absent' }
  switch (input.type) {
    case 'text':
      return checkText(input, value)
    case 'number':
      return checkNumber(input, value)
    case 'date':
      return checkMoment(input, value, 'a date as YYYY-MM-DD', isDate)
    case 'time':
      return checkMoment(input, value, 'a time as HH:MM', isTime)
    case 'toggle':
      return checkToggle(input, value)
    case 'choice-set':
      return checkChoice(input, value)
  }
}

function checkText(input: CardInput, value: unknown): CheckedInput {
  const longest = Math.min(input.maxLength ?? LONGEST_INPUT, LONGEST_INPUT)
  if (typeof value !== 'string') return problem('type', 'a text', describe(value))
  if (value.length > longest) {
    return problem('length', `at most ${longest} characters`, `${value.length} characters`)
  }
  return { kind: 'value', value }
}

function checkNumber({ min, max }: CardInput, value: unknown): CheckedInput {
  const isNumeric = typeof value === 'string' && /^-?\d{1,30}(?:\.\d{1,30})?$/.test(value)
  const number = isNumeric ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    return problem('type', 'a number', describe(value))
  }
  if (typeof min === 'number' && number < min) return outside(`at least ${min}`, number)
  if (typeof max === 'number' && number > max) return outside(`at most ${max}`, number)
  return { kind: 'value', value: number }
}

// Dates and times in these forms are in order when their texts are.
function checkMoment(
  { min, max }: CardInput,
  value: unknown,
  expected: string,
  isMoment: (text: string) => boolean
): CheckedInput {
  if (typeof value !== 'string') return problem('type', expected, describe(value))
  if (!isMoment(value)) return problem('format', expected, describe(value))
  if (typeof min === 'string' && isMoment(min) && value < min) return outside(`from ${min}`, value)
  if (typeof max === 'string' && isMoment(max) && value > max) return outside(`until ${max}`, value)
  return { kind: 'value', value }
}

function checkToggle({ valueOn, valueOff, isRequired }: CardInput, value: unknown): CheckedInput {
  const sent = typeof value === 'boolean' ? (value ? valueOn : valueOff) : value
  if (sent === valueOn && valueOn !== undefined) return { kind: 'value', value: valueOn }
  if (sent !== valueOff || valueOff === undefined) {
    return problem('choice', 'on or off', describe(value))
  }
  // A required toggle is one that has to be on.
  return isRequired ? { kind: 'absent' } : { kind: 'value', value: valueOff }
}

function checkChoice({ choices = [], isMultiSelect }: CardInput, value: unknown): CheckedInput {
  if (typeof value !== 'string') return problem('type', 'a choice', describe(value))
  const offered = new Set(choices.map(choice => choice.value))
  if (offered.has(value)) return { kind: 'value', value }
  const chosen = value.split(',')
  const isOffered =
    chosen.every(each => offered.has(each)) && new Set(chosen).size === chosen.length
  if (isMultiSelect === true && isOffered) return { kind: 'value', value }
  return problem('choice', 'what the card offers', describe(value))
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

function outside(expected: string, value: string | number): CheckedInput {
  return problem('range', expected, String(value))
}

function problem(rule: InputProblem['rule'], expected: string, got: string): CheckedInput {
  return { kind: 'problem', problem: { rule, expected, got } }
}

// By kind and length alone: what a person typed has no business in a log of problems.
function describe(value: unknown): string {
  if (typeof value === 'string') return `a text of ${value.length} characters`
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
