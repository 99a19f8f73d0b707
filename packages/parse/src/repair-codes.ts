/**
 * What a repair may have cost: `lossless` reads what was plainly meant, `lossy`
 * leaves something out, `guess` decides between readings.
 */
export type Risk = 'lossless' | 'lossy' | 'guess'

/** What a kind of repair does, and what it may have cost. */
export interface RepairRule {
  readonly risk: Risk
  readonly does: string
}

/**
 * Every kind of repair by its stable code. The first group mends what was
 * written, the second one reads it as what the schema asks for.
 */
export const REPAIR_CODES = {
  comment_removed: { risk: 'lossless', does: 'leaves out a comment' },
  comma_removed: { risk: 'lossless', does: 'leaves out a comma too many' },
  comma_added: { risk: 'lossless', does: 'supplies a missing comma' },
  colon_added: { risk: 'lossless', does: 'supplies the colon after a key' },
  bracket_added: { risk: 'lossless', does: 'supplies a missing closing bracket' },
  bracket_removed: { risk: 'lossless', does: 'leaves out a closing bracket too many' },
  bracket_replaced: { risk: 'lossless', does: 'reads a closing bracket of the wrong kind' },
  braces_added: { risk: 'lossless', does: 'supplies the braces around an object' },
  quote_added: { risk: 'guess', does: 'supplies a missing quote where the text allows it' },
  quote_removed: { risk: 'lossless', does: 'leaves out a doubled quote' },
  quote_style: { risk: 'lossless', does: 'reads another kind of quote' },
  quote_escaped: { risk: 'lossless', does: 'keeps an unescaped quote inside a string' },
  key_quoted: { risk: 'lossless', does: 'reads a key without quotes' },
  string_quoted: { risk: 'lossless', does: 'reads text without quotes as a string' },
  control_escaped: { risk: 'lossless', does: 'keeps a line break or tab inside a string' },
  escape_kept: { risk: 'lossless', does: 'keeps the backslash of an unknown escape' },
  escapes_removed: { risk: 'lossless', does: 'reads JSON whose quotes are escaped once more' },
  strings_joined: { risk: 'lossless', does: 'joins strings added with +' },
  ellipsis_removed: { risk: 'lossy', does: 'leaves out an ellipsis that stands for more' },
  literal_spelling: { risk: 'lossless', does: 'reads True, None or undefined' },
  number_spelling: { risk: 'lossless', does: 'reads a number JSON would write differently' },
  number_kept_as_text: { risk: 'lossless', does: 'keeps as text what only begins like a number' },
  call_removed: { risk: 'lossless', does: 'reads the argument of a call such as ObjectId()' },
  tuple_read: { risk: 'lossless', does: 'reads a list in parentheses' },
  block_read: { risk: 'lossless', does: 'reads a fenced or triple-quoted block as a string' },
  roots_listed: { risk: 'lossless', does: 'reads values side by side as one array' },
  member_wrapped: { risk: 'guess', does: 'reads a key and value inside an array as an object' },
  member_merged: { risk: 'guess', does: 'takes what follows a closed value into it' },
  value_missing: { risk: 'lossy', does: 'drops a key without a value, or completes it to null' },
  duplicate_key: { risk: 'lossy', does: 'keeps the last of several values of a key' },
  trailing_text_removed: { risk: 'guess', does: 'leaves out text that belongs to nothing' },
  string_truncated: { risk: 'lossy', does: 'keeps the start of a string that breaks off' },
  number_truncated: { risk: 'guess', does: 'keeps the digits of a number that breaks off' },
  literal_completed: { risk: 'guess', does: 'completes a word that breaks off' },
  sign_read_as_zero: { risk: 'guess', does: 'reads a sign without digits as 0' },
  document_truncated: { risk: 'lossy', does: 'closes what was still open at the end' },

  key_folded: { risk: 'lossless', does: 'reads a key in other case, accents or punctuation' },
  key_alias: { risk: 'lossless', does: 'reads a key by another name it has' },
  number_from_text: { risk: 'lossless', does: 'reads a quoted number' },
  number_from_words: { risk: 'lossy', does: 'reads a number in words' },
  number_formatted: { risk: 'lossy', does: 'reads separators, currency or a percent sign' },
  number_from_fraction: { risk: 'lossy', does: 'divides a fraction' },
  number_from_prose: { risk: 'guess', does: 'takes the only number out of a sentence' },
  number_rounded: { risk: 'lossy', does: 'rounds where an integer is asked for' },
  boolean_from_text: { risk: 'lossless', does: 'reads true and false in quotes' },
  boolean_from_words: { risk: 'lossy', does: 'reads yes, no, on, off, 1 and 0' },
  boolean_from_prose: { risk: 'guess', does: 'takes the only answer out of a sentence' },
  text_from_scalar: { risk: 'lossless', does: 'writes a number or literal as text' },
  text_from_json: { risk: 'lossy', does: 'keeps an object or array as the text it was written in' },
  null_from_text: { risk: 'lossy', does: 'reads null, none or n/a in quotes' },
  null_omitted: { risk: 'lossless', does: 'leaves out an optional key whose value is null' },
  choice_folded: { risk: 'lossless', does: 'reads a choice in other case, accents or punctuation' },
  choice_alias: { risk: 'lossless', does: 'reads a choice by another name it has' },
  choice_described: { risk: 'lossy', does: 'reads a choice by its description' },
  choice_from_prose: { risk: 'guess', does: 'takes the only choice named out of a sentence' },
  item_wrapped: { risk: 'lossy', does: 'reads one value as an array of one' },
  item_unwrapped: { risk: 'lossy', does: 'reads an array by its only fitting item' },
  item_dropped: { risk: 'lossy', does: 'leaves out an array item that does not fit' },
  implied_key: { risk: 'lossy', does: 'reads a value as the only property of an object' },
  wrapper_removed: { risk: 'lossy', does: 'reads an object inside a wrapper' },
  json_in_text: { risk: 'lossless', does: 'parses JSON inside a string' },
  object_from_items: { risk: 'guess', does: 'reads a set of names or pairs as an object' },
  integer_kept_as_text: { risk: 'lossless', does: 'keeps the digits a number cannot hold' },
  integer_unsafe: { risk: 'lossy', does: 'rounds an integer a number cannot hold' },
  gathered: { risk: 'lossy', does: 'gathers separate objects into the array asked for' },
  read_as_list: { risk: 'guess', does: 'reads lines of keys and values, YAML or a table' }
} as const satisfies Record<string, RepairRule>

/** The stable name of a kind of repair. */
export type RepairCode = keyof typeof REPAIR_CODES
