import type { Mode } from './options.ts'
import { GUESS, LOSSLESS, LOSSY, type RepairCode, type Risk, riskOf } from './repair-codes.ts'
import type { JsonSchema } from './schema/standard-schema.ts'

/** What a kind of repair does, a text that needs it, and what is read from that text. */
export interface RepairRule {
  readonly does: string
  readonly text: string
  readonly data: unknown
  readonly schema?: JsonSchema
  readonly mode?: Mode
}

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties)
})
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const number: JsonSchema = { type: 'number' }
const boolean: JsonSchema = { type: 'boolean' }
const level: JsonSchema = {
  enum: ['LOW', 'HIGH'],
  'x-aliases': { LOW: ['minor'] },
  'x-descriptions': { HIGH: 'needs a person at once' }
}
const level3: JsonSchema = { enum: ['LOW', 'HIGH'] }
const mode = 'document'

/** What every kind of repair does, with an example; the documentation and the tests are made of it. */
export const REPAIR_CODES: Readonly<Record<RepairCode, RepairRule>> = {
  comment_removed: { does: 'leaves out a comment', text: '{"a": 1 /* one */}', data: { a: 1 } },
  comma_removed: {
    does: 'leaves out a comma too many',
    text: '{"a": [1, 2,],}',
    data: { a: [1, 2] }
  },
  comma_added: { does: 'supplies a missing comma', text: '{"a": [{} {}]}', data: { a: [{}, {}] } },
  colon_added: { does: 'supplies the colon after a key', text: '{"a" 1}', data: { a: 1 } },
  bracket_added: {
    does: 'supplies a missing closing bracket',
    text: '{"a": [{"b": 1]}',
    data: { a: [{ b: 1 }] }
  },
  bracket_removed: {
    does: 'leaves out a closing bracket too many',
    text: '{"a": 1}}',
    data: { a: 1 },
    mode
  },
  bracket_replaced: {
    does: 'reads a closing bracket of the wrong kind',
    text: '{"a": [1, 2}, "b": 3}',
    data: { a: [1, 2], b: 3 }
  },
  braces_added: {
    does: 'supplies the braces around an object',
    text: '"a": 1, "b": 2',
    data: { a: 1, b: 2 },
    mode
  },
  quote_added: {
    does: 'supplies a missing quote where the text allows it',
    text: '{"a": "x, "b": "y"}',
    data: { a: 'x', b: 'y' }
  },
  quote_removed: { does: 'leaves out a doubled quote', text: '{"a": ""x"}', data: { a: 'x' } },
  quote_style: { does: 'reads another kind of quote', text: "{'a': 'x'}", data: { a: 'x' } },
  quote_escaped: {
    does: 'keeps an unescaped quote inside a string',
    text: '{"a": "say "hi" now"}',
    data: { a: 'say "hi" now' }
  },
  key_quoted: { does: 'reads a key without quotes', text: '{a: 1}', data: { a: 1 } },
  string_quoted: {
    does: 'reads text without quotes as a string',
    text: '{"a": New York}',
    data: { a: 'New York' }
  },
  control_escaped: {
    does: 'keeps a line break or tab inside a string',
    text: '{"a": "one\ntwo"}',
    data: { a: 'one\ntwo' }
  },
  escape_kept: {
    does: 'keeps the backslash of an unknown escape',
    text: '{"a": "\\d+"}',
    data: { a: '\\d+' }
  },
  escapes_removed: {
    does: 'reads JSON whose quotes are escaped once more',
    text: '{\\"a\\": \\"x\\"}',
    data: { a: 'x' }
  },
  strings_joined: {
    does: 'joins strings added with +',
    text: '{"a": "x" + "y"}',
    data: { a: 'xy' }
  },
  ellipsis_removed: {
    does: 'leaves out an ellipsis that stands for more',
    text: '{"a": [1, 2, ...]}',
    data: { a: [1, 2] }
  },
  literal_spelling: {
    does: 'reads True, None or undefined',
    text: '{"a": True}',
    data: { a: true }
  },
  number_spelling: {
    does: 'reads a number JSON would write differently',
    text: '{"a": .5}',
    data: { a: 0.5 }
  },
  number_kept_as_text: {
    does: 'keeps as text what only begins like a number',
    text: '{"a": 1.2.3}',
    data: { a: '1.2.3' }
  },
  call_removed: {
    does: 'reads the argument of a call such as ObjectId()',
    text: '{"a": ObjectId("x")}',
    data: { a: 'x' }
  },
  tuple_read: {
    does: 'reads a list in parentheses, or under its indexes',
    text: '{"a": (1, 2)}',
    data: { a: [1, 2] }
  },
  block_read: {
    does: 'reads a fenced or triple-quoted block as a string',
    text: '{"a": """x"""}',
    data: { a: 'x' }
  },
  roots_listed: {
    does: 'reads values side by side as one array',
    text: '1\n2',
    data: [1, 2],
    mode
  },
  member_wrapped: {
    does: 'reads a key and value inside an array as an object',
    text: '{"a": ["b": "x"]}',
    data: { a: [{ b: 'x' }] }
  },
  member_merged: {
    does: 'takes what follows a closed value into it',
    text: '{"a": 1}, "b": 2}',
    data: { a: 1, b: 2 },
    mode
  },
  value_missing: {
    does: 'drops a key without a value, or completes it to null',
    text: '{"a": 1, "b": }',
    data: { a: 1 }
  },
  duplicate_key: {
    does: 'keeps the last of several values of a key',
    text: '{a: 1, a: 2}',
    data: { a: 2 }
  },
  string_guessed: {
    does: 'takes one of several ends that a string may have',
    text: '{"a": "{"b": "x", "c": "y"} is JSON", "d": 1}',
    data: { a: '{"b": "x", "c": "y"} is JSON', d: 1 }
  },
  trailing_text_removed: {
    does: 'leaves out text that belongs to nothing',
    text: '{"a": [1] or so, "b": 2}',
    data: { a: [1], b: 2 }
  },
  string_truncated: {
    does: 'keeps the start of a string that breaks off',
    text: '{"a": "one t',
    data: { a: 'one t' }
  },
  number_truncated: {
    does: 'keeps the digits of a number that breaks off',
    text: '{"a": 12',
    data: { a: 12 }
  },
  literal_completed: {
    does: 'completes a word that breaks off',
    text: '{"a": tru',
    data: { a: true }
  },
  sign_read_as_zero: {
    does: 'reads a sign without digits as 0',
    text: '{"a": -}',
    data: { a: 0 },
    mode
  },
  document_truncated: {
    does: 'closes what was still open at the end',
    text: '{"a": [1, 2',
    data: { a: [1, 2] }
  },

  key_folded: {
    does: 'reads a key in other case, accents or punctuation',
    text: '{"First Name": "Ann"}',
    data: { first_name: 'Ann' },
    schema: object({ first_name: text })
  },
  key_alias: {
    does: 'reads a key by another name it has',
    text: '{"vorname": "Ann"}',
    data: { first: 'Ann' },
    schema: object({ first: { type: 'string', 'x-alias': 'vorname' } })
  },
  number_from_text: {
    does: 'reads a quoted number',
    text: '{"a": "12"}',
    data: { a: 12 },
    schema: object({ a: integer })
  },
  number_from_words: {
    does: 'reads a number in words',
    text: '{"a": "twenty-five"}',
    data: { a: 25 },
    schema: object({ a: integer })
  },
  number_formatted: {
    does: 'reads separators, currency or a percent sign',
    text: '{"a": "1.234,50 €"}',
    data: { a: 1234.5 },
    schema: object({ a: number })
  },
  number_ambiguous: {
    does: 'decides whether a point stands before thousands or decimals',
    text: '{"a": "1.500 €"}',
    data: { a: 1500 },
    schema: object({ a: number })
  },
  number_from_fraction: {
    does: 'divides a fraction',
    text: '{"a": "1/4"}',
    data: { a: 0.25 },
    schema: object({ a: number })
  },
  number_from_prose: {
    does: 'takes the only number out of a sentence',
    text: '{"a": "about 3 days"}',
    data: { a: 3 },
    schema: object({ a: integer })
  },
  number_rounded: {
    does: 'rounds where an integer is asked for',
    text: '{"a": 2.6}',
    data: { a: 3 },
    schema: object({ a: integer })
  },
  boolean_from_text: {
    does: 'reads true and false in quotes',
    text: '{"a": "TRUE"}',
    data: { a: true },
    schema: object({ a: boolean })
  },
  boolean_from_words: {
    does: 'reads yes, no, on, off, 1 and 0',
    text: '{"a": "yes"}',
    data: { a: true },
    schema: object({ a: boolean })
  },
  boolean_from_prose: {
    does: 'takes the only answer out of a sentence',
    text: 'The answer is **True**.',
    data: true,
    schema: boolean
  },
  text_from_scalar: {
    does: 'writes a number or literal as text',
    text: '{"a": 1.50}',
    data: { a: '1.50' },
    schema: object({ a: text })
  },
  text_from_json: {
    does: 'keeps an object or array as the text it was written in',
    text: '{"a": {"b": 1}}',
    data: { a: '{"b": 1}' },
    schema: object({ a: text })
  },
  null_from_text: {
    does: 'reads null, none or n/a in quotes',
    text: '{"a": "n/a"}',
    data: { a: null },
    schema: object({ a: { type: ['integer', 'null'] } })
  },
  null_omitted: {
    does: 'leaves out an optional key whose value is null',
    text: '{"a": 1, "b": null}',
    data: { a: 1 },
    schema: { type: 'object', properties: { a: integer, b: integer }, required: ['a'] }
  },
  choice_folded: {
    does: 'reads a choice in other case, accents or punctuation',
    text: '{"a": "high"}',
    data: { a: 'HIGH' },
    schema: object({ a: level3 })
  },
  choice_alias: {
    does: 'reads a choice by another name it has',
    text: '{"a": "minor"}',
    data: { a: 'LOW' },
    schema: object({ a: level })
  },
  choice_described: {
    does: 'reads a choice by its description',
    text: '{"a": "HIGH: needs a person at once"}',
    data: { a: 'HIGH' },
    schema: object({ a: level })
  },
  choice_from_prose: {
    does: 'takes the only choice named out of a sentence',
    text: 'I would call it HIGH.',
    data: 'HIGH',
    schema: level3
  },
  item_wrapped: {
    does: 'reads one value as an array of one',
    text: '{"a": "x"}',
    data: { a: ['x'] },
    schema: object({ a: list(text) })
  },
  item_unwrapped: {
    does: 'reads an array by its only fitting item',
    text: '{"a": [3]}',
    data: { a: 3 },
    schema: object({ a: integer })
  },
  item_dropped: {
    does: 'leaves out an array item that does not fit',
    text: '{"a": [1, "x", 3]}',
    data: { a: [1, 3] },
    schema: object({ a: list(integer) })
  },
  implied_key: {
    does: 'reads a value as the only property of an object',
    text: '42',
    data: { count: 42 },
    schema: object({ count: integer })
  },
  wrapper_removed: {
    does: 'reads an object inside a wrapper',
    text: '{"result": {"a": 1}}',
    data: { a: 1 },
    schema: object({ a: integer })
  },
  json_in_text: {
    does: 'parses JSON inside a string',
    text: '{"a": "{\\"b\\": 1}"}',
    data: { a: { b: 1 } },
    schema: object({ a: object({ b: integer }) })
  },
  object_from_items: {
    does: 'reads a set, as Python writes it, as an array',
    text: '{"x", "y"}',
    data: ['x', 'y'],
    schema: list(text)
  },
  integer_kept_as_text: {
    does: 'keeps the digits a number cannot hold',
    text: '{"a": 12345678901234567890}',
    data: { a: '12345678901234567890' },
    schema: object({ a: text })
  },
  integer_unsafe: {
    does: 'rounds an integer a number cannot hold',
    text: '{"a": 12345678901234567890}',
    data: { a: 12345678901234567000 },
    schema: object({ a: number })
  },
  gathered: {
    does: 'gathers separate objects into the array asked for',
    text: '{"a": 1}\n{"a": 2}',
    data: [{ a: 1 }, { a: 2 }],
    schema: list(object({ a: integer }))
  },
  read_as_list: {
    does: 'reads lines of keys and values, YAML or a table',
    text: '- City: Rome\n- Days: 3',
    data: { city: 'Rome', days: 3 },
    schema: object({ city: text, days: integer })
  }
}

/** The risk of every kind of repair by its stable code. */
export const REPAIR_RISKS = Object.fromEntries(
  [...LOSSLESS, ...LOSSY, ...GUESS].map(code => [code, riskOf(code)])
) as Readonly<Record<RepairCode, Risk>>
