/**
 * What a repair may have cost: `lossless` reads what was plainly meant, `lossy`
 * leaves something out, `guess` decides between readings.
 */
export type Risk = 'lossless' | 'lossy' | 'guess'

/** Every kind of repair: those that mend what was written, then those that read it as the schema asks. */
const CODES = {
  lossless: [
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
  ],
  lossy: [
    'ellipsis_removed',
    'value_missing',
    'duplicate_key',
    'string_truncated',
    'document_truncated',
    'number_from_words',
    'number_formatted',
    'number_from_fraction',
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
  ],
  guess: [
    'quote_added',
    'member_wrapped',
    'member_merged',
    'trailing_text_removed',
    'number_truncated',
    'literal_completed',
    'sign_read_as_zero',
    'number_from_prose',
    'number_rounded',
    'boolean_from_prose',
    'text_from_json',
    'choice_from_prose',
    'object_from_items',
    'read_as_list'
  ]
} as const satisfies Record<Risk, readonly string[]>

/** The stable name of a kind of repair. */
export type RepairCode = (typeof CODES)[Risk][number]

/**
 * The risk of every kind of repair by its stable code.
 *
 * @see REPAIR_CODES of `@turnwise/parse/repairs` for what each of them does, with an example
 */
export const REPAIR_RISKS = Object.fromEntries(
  Object.entries(CODES).flatMap(([risk, codes]) => codes.map(code => [code, risk]))
) as Readonly<Record<RepairCode, Risk>>
