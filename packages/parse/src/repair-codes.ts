/**
 * What a repair may have cost: `lossless` reads what was plainly meant, `lossy`
 * leaves something out, `guess` decides between readings.
 */
export type Risk = 'lossless' | 'lossy' | 'guess'

/**
 * The risk of every kind of repair by its stable code. The first group mends what
 * was written, the second one reads it as what the schema asks for.
 *
 * @see REPAIR_CODES of `@turnwise/parse/repairs` for what each of them does, with an example
 */
export const REPAIR_RISKS = {
  comment_removed: 'lossless',
  comma_removed: 'lossless',
  comma_added: 'lossless',
  colon_added: 'lossless',
  bracket_added: 'lossless',
  bracket_removed: 'lossless',
  bracket_replaced: 'lossless',
  braces_added: 'lossless',
  quote_added: 'guess',
  quote_removed: 'lossless',
  quote_style: 'lossless',
  quote_escaped: 'lossless',
  key_quoted: 'lossless',
  string_quoted: 'lossless',
  control_escaped: 'lossless',
  escape_kept: 'lossless',
  escapes_removed: 'lossless',
  strings_joined: 'lossless',
  ellipsis_removed: 'lossy',
  literal_spelling: 'lossless',
  number_spelling: 'lossless',
  number_kept_as_text: 'lossless',
  call_removed: 'lossless',
  tuple_read: 'lossless',
  block_read: 'lossless',
  roots_listed: 'lossless',
  member_wrapped: 'guess',
  member_merged: 'guess',
  value_missing: 'lossy',
  duplicate_key: 'lossy',
  trailing_text_removed: 'guess',
  string_truncated: 'lossy',
  number_truncated: 'guess',
  literal_completed: 'guess',
  sign_read_as_zero: 'guess',
  document_truncated: 'lossy',

  key_folded: 'lossless',
  key_alias: 'lossless',
  number_from_text: 'lossless',
  number_from_words: 'lossy',
  number_formatted: 'lossy',
  number_from_fraction: 'lossy',
  number_from_prose: 'guess',
  number_rounded: 'guess',
  boolean_from_text: 'lossless',
  boolean_from_words: 'lossy',
  boolean_from_prose: 'guess',
  text_from_scalar: 'lossless',
  text_from_json: 'guess',
  null_from_text: 'lossy',
  null_omitted: 'lossless',
  choice_folded: 'lossless',
  choice_alias: 'lossless',
  choice_described: 'lossy',
  choice_from_prose: 'guess',
  item_wrapped: 'lossy',
  item_unwrapped: 'lossy',
  item_dropped: 'lossy',
  implied_key: 'lossy',
  wrapper_removed: 'lossy',
  json_in_text: 'lossless',
  object_from_items: 'guess',
  integer_kept_as_text: 'lossless',
  integer_unsafe: 'lossy',
  gathered: 'lossy',
  read_as_list: 'guess'
} as const satisfies Record<string, Risk>

/** The stable name of a kind of repair. */
export type RepairCode = keyof typeof REPAIR_RISKS
