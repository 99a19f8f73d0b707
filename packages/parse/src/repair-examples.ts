import type { Mode } from './options.ts'
import type { RepairCode } from './repair-codes.ts'
import type { JsonSchema } from './schema/standard-schema.ts'

/** A text that needs one kind of repair, and what is read from it. */
export interface RepairExample {
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

/** One example of every kind of repair; the documentation and the tests are made of them. */
export const REPAIR_EXAMPLES: Readonly<Record<RepairCode, RepairExample>> = {
  comment_removed: { text: '{"a": 1 /* one */}', data: { a: 1 } },
  comma_removed: { text: '{"a": [1, 2,],}', data: { a: [1, 2] } },
  comma_added: { text: '{"a": [{} {}]}', data: { a: [{}, {}] } },
  colon_added: { text: '{"a" 1}', data: { a: 1 } },
  bracket_added: { text: '{"a": [{"b": 1]}', data: { a: [{ b: 1 }] } },
  bracket_removed: { text: '{"a": 1}}', data: { a: 1 }, mode },
  bracket_replaced: { text: '{"a": [1, 2}, "b": 3}', data: { a: [1, 2], b: 3 } },
  braces_added: { text: '"a": 1, "b": 2', data: { a: 1, b: 2 }, mode },
  quote_added: { text: '{"a": "x, "b": "y"}', data: { a: 'x', b: 'y' } },
  quote_removed: { text: '{"a": ""x"}', data: { a: 'x' } },
  quote_style: { text: "{'a': 'x'}", data: { a: 'x' } },
  quote_escaped: { text: '{"a": "say "hi" now"}', data: { a: 'say "hi" now' } },
  key_quoted: { text: '{a: 1}', data: { a: 1 } },
  string_quoted: { text: '{"a": New York}', data: { a: 'New York' } },
  control_escaped: { text: '{"a": "one\ntwo"}', data: { a: 'one\ntwo' } },
  escape_kept: { text: '{"a": "\\d+"}', data: { a: '\\d+' } },
  escapes_removed: { text: '{\\"a\\": \\"x\\"}', data: { a: 'x' } },
  strings_joined: { text: '{"a": "x" + "y"}', data: { a: 'xy' } },
  ellipsis_removed: { text: '{"a": [1, 2, ...]}', data: { a: [1, 2] } },
  literal_spelling: { text: '{"a": True}', data: { a: true } },
  number_spelling: { text: '{"a": .5}', data: { a: 0.5 } },
  number_kept_as_text: { text: '{"a": 1.2.3}', data: { a: '1.2.3' } },
  call_removed: { text: '{"a": ObjectId("x")}', data: { a: 'x' } },
  tuple_read: { text: '{"a": (1, 2)}', data: { a: [1, 2] } },
  block_read: { text: '{"a": """x"""}', data: { a: 'x' } },
  roots_listed: { text: '1\n2', data: [1, 2], mode },
  member_wrapped: { text: '{"a": ["b": "x"]}', data: { a: [{ b: 'x' }] } },
  member_merged: { text: '{"a": 1}, "b": 2}', data: { a: 1, b: 2 }, mode },
  value_missing: { text: '{"a": 1, "b": }', data: { a: 1 } },
  duplicate_key: { text: '{a: 1, a: 2}', data: { a: 2 } },
  trailing_text_removed: { text: '{"a": [1] or so, "b": 2}', data: { a: [1], b: 2 } },
  string_truncated: { text: '{"a": "one t', data: { a: 'one t' } },
  number_truncated: { text: '{"a": 12', data: { a: 12 } },
  literal_completed: { text: '{"a": tru', data: { a: true } },
  sign_read_as_zero: { text: '{"a": -}', data: { a: 0 }, mode },
  document_truncated: { text: '{"a": [1, 2', data: { a: [1, 2] } },

  key_folded: {
    text: '{"First Name": "Ann"}',
    data: { first_name: 'Ann' },
    schema: object({ first_name: text })
  },
  key_alias: {
    text: '{"vorname": "Ann"}',
    data: { first: 'Ann' },
    schema: object({ first: { type: 'string', 'x-alias': 'vorname' } })
  },
  number_from_text: { text: '{"a": "12"}', data: { a: 12 }, schema: object({ a: integer }) },
  number_from_words: {
    text: '{"a": "twenty-five"}',
    data: { a: 25 },
    schema: object({ a: integer })
  },
  number_formatted: {
    text: '{"a": "1.234,50 €"}',
    data: { a: 1234.5 },
    schema: object({ a: number })
  },
  number_from_fraction: { text: '{"a": "1/4"}', data: { a: 0.25 }, schema: object({ a: number }) },
  number_from_prose: {
    text: '{"a": "about 3 days"}',
    data: { a: 3 },
    schema: object({ a: integer })
  },
  number_rounded: { text: '{"a": 2.6}', data: { a: 3 }, schema: object({ a: integer }) },
  boolean_from_text: { text: '{"a": "TRUE"}', data: { a: true }, schema: object({ a: boolean }) },
  boolean_from_words: { text: '{"a": "yes"}', data: { a: true }, schema: object({ a: boolean }) },
  boolean_from_prose: { text: 'The answer is **True**.', data: true, schema: boolean },
  text_from_scalar: { text: '{"a": 1.50}', data: { a: '1.50' }, schema: object({ a: text }) },
  text_from_json: { text: '{"a": {"b": 1}}', data: { a: '{"b": 1}' }, schema: object({ a: text }) },
  null_from_text: {
    text: '{"a": "n/a"}',
    data: { a: null },
    schema: object({ a: { type: ['integer', 'null'] } })
  },
  null_omitted: {
    text: '{"a": 1, "b": null}',
    data: { a: 1 },
    schema: { type: 'object', properties: { a: integer, b: integer }, required: ['a'] }
  },
  choice_folded: { text: '{"a": "high"}', data: { a: 'HIGH' }, schema: object({ a: level3 }) },
  choice_alias: { text: '{"a": "minor"}', data: { a: 'LOW' }, schema: object({ a: level }) },
  choice_described: {
    text: '{"a": "HIGH: needs a person at once"}',
    data: { a: 'HIGH' },
    schema: object({ a: level })
  },
  choice_from_prose: { text: 'I would call it HIGH.', data: 'HIGH', schema: level3 },
  item_wrapped: { text: '{"a": "x"}', data: { a: ['x'] }, schema: object({ a: list(text) }) },
  item_unwrapped: { text: '{"a": [3]}', data: { a: 3 }, schema: object({ a: integer }) },
  item_dropped: {
    text: '{"a": [1, "x", 3]}',
    data: { a: [1, 3] },
    schema: object({ a: list(integer) })
  },
  implied_key: { text: '42', data: { count: 42 }, schema: object({ count: integer }) },
  wrapper_removed: { text: '{"result": {"a": 1}}', data: { a: 1 }, schema: object({ a: integer }) },
  json_in_text: {
    text: '{"a": "{\\"b\\": 1}"}',
    data: { a: { b: 1 } },
    schema: object({ a: object({ b: integer }) })
  },
  object_from_items: { text: '{"x", "y"}', data: ['x', 'y'], schema: list(text) },
  integer_kept_as_text: {
    text: '{"a": 12345678901234567890}',
    data: { a: '12345678901234567890' },
    schema: object({ a: text })
  },
  integer_unsafe: {
    text: '{"a": 1152921504606846976}',
    data: { a: 2 ** 60 },
    schema: object({ a: number })
  },
  gathered: {
    text: '{"a": 1}\n{"a": 2}',
    data: [{ a: 1 }, { a: 2 }],
    schema: list(object({ a: integer }))
  },
  read_as_list: {
    text: '- City: Rome\n- Days: 3',
    data: { city: 'Rome', days: 3 },
    schema: object({ city: text, days: integer })
  }
}
