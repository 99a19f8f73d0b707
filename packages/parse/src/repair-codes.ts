/**
 * What a repair may have cost: `lossless` reads what was plainly meant, `lossy`
 * leaves something out, `guess` decides between readings.
 */
export type Risk = 'lossless' | 'lossy' | 'guess'

/** Of each risk the kinds of repair, those first that mend what was written. */
export const LOSSLESS = [
  'comment_removed',
  'comma_removed',
  'comma_added',
  'colon_added',
  'bracket_added',
  'bracket_removed',
  'bracket_replaced',
  'braces_added',
  'quote_removed',
  'quote_style',
  'quote_escaped',
  'key_quoted',
  'string_quoted',
  'control_escaped',
  'escape_kept',
  'escapes_removed',
  'strings_joined',
  'literal_spelling',
  'number_spelling',
  'number_kept_as_text',
  'call_removed',
  'tuple_read',
  'block_read',
  'roots_listed',
  'key_folded',
  'key_alias',
  'number_from_text',
  'boolean_from_text',
  'text_from_scalar',
  'null_omitted',
  'choice_folded',
  'choice_alias',
  'json_in_text',
  'integer_kept_as_text'
] as const

export const LOSSY = [
  'ellipsis_removed',
  'value_missing',
  'string_truncated',
  'document_truncated',
  'number_from_words',
  'number_formatted',
  'boolean_from_words',
  'null_from_text',
  'choice_described',
  'item_wrapped',
  'item_unwrapped',
  'item_dropped',
  'implied_key',
  'wrapper_removed',
  'integer_unsafe',
  'gathered'
] as const

export const GUESS = [
  'quote_added',
  'duplicate_key',
  'member_wrapped',
  'member_merged',
  'string_guessed',
  'trailing_text_removed',
  'number_truncated',
  'literal_completed',
  'sign_read_as_zero',
  'number_ambiguous',
  'number_from_fraction',
  'number_from_prose',
  'number_rounded',
  'boolean_from_prose',
  'text_from_json',
  'choice_from_prose',
  'object_from_items',
  'read_as_list'
] as const

/**
 * The stable name of a kind of repair.
 *
 * @see REPAIR_CODES of `@turnwise/parse/repairs` for what each of them does, with an example
 */
export type RepairCode = (typeof LOSSLESS | typeof LOSSY | typeof GUESS)[number]

const lossy: ReadonlySet<string> = new Set(LOSSY)
const guess: ReadonlySet<string> = new Set(GUESS)

export function riskOf(code: RepairCode): Risk {
  if (lossy.has(code)) return 'lossy'
  return guess.has(code) ? 'guess' : 'lossless'
}
