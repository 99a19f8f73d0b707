import type { ObjectSchema } from './reading.ts'

/** Texts that make careless readers slow or blow their stack, by what they are full of. */
export const FAMILIES: Readonly<Record<string, (length: number) => string>> = {
  'opening braces': full('{'),
  'opening brackets': full('['),
  'nested objects': full('{"a":'),
  'nested, then closed': length => `${full('[')(length / 2)}${full(']')(length / 2)}`,
  'brackets that do not match': full('[}{]'),
  'white space': around('{"a":1', ' ', ''),
  'white space after ticks': around('```json', ' ', ''),
  'open fences': full('```json\n{"a":\n'),
  ticks: full('`'),
  quotes: around('{"a":', '"', '}'),
  'quotes in a string': around('{"a":"', 'so "it" said, ', '"}'),
  'doubled quotes in a string': around('{"a":"""', '"" ', ''),
  'string without an end': around('{"a":"', 'words ', ''),
  backslashes: around('{"a":"', '\\', '"}'),
  'unicode escapes cut short': around('["', '\\u12', '"]'),
  commas: around('[', ',', ']'),
  'keys without values': around('{', '"a":,', '}'),
  'block comments': around('{', '/* ', '}'),
  'line comments': around('[', '1, // one\n', ']'),
  'reasoning tags': full('<think>{"a":1}'),
  'tags without an end': full('<tool_call '),
  'small objects in prose': full('so {"a":1} then '),
  'small broken objects': full('{a:1,} '),
  'one key many times': around('{', '"a":1,', '"a":2}'),
  'many numbers': around('[', '1,', '1]'),
  'marks above one key': around('{"a', '\u0301', '":1}'),
  'keys that unfold': around('{', `"${'\ufdfa'.repeat(200)}":1,`, '"a":2}'),
  'digits without an end': around('{"a":', '9', ''),
  'table rows': around('| a | b |\n|---|---|\n', '| 1 | 2 |\n', ''),
  'lines of keys': full('key: value\n'),
  'nested stringified JSON': around('{"a":"', '{\\"a\\":\\"', '"}'),
  'lone surrogates': around('{"a":"', '\ud800', '"}')
}

/** How a hostile text is read: at once, or in chunks, with nobody or somebody looking at each. */
export type Way = 'reply' | 'schema' | 'document' | 'stream' | 'watched stream'

/** With lists and optional keys, so that hostile text fits as often as it can. */
export const HOSTILE_SCHEMA: ObjectSchema = {
  type: 'object',
  properties: {
    a: { anyOf: [{ type: 'string' }, { type: 'integer' }, { $ref: '#' }] },
    list: { type: 'array', items: { $ref: '#' } }
  }
}

/** Units in one chunk of a hostile stream. */
export const HOSTILE_CHUNK = 1024

function full(unit: string): (length: number) => string {
  return length => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}

function around(before: string, unit: string, after: string): (length: number) => string {
  return length => before + full(unit)(length - before.length - after.length) + after
}
