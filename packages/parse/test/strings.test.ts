import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties)
})
const person = object({ name: text, age: integer })
const titled = object({ title: text })
const summed = object({ title: text, summary: text })
const said = object({ n: integer, msg: text })
const listed = object({ a: { type: 'array', items: text }, b: integer })
const anything = { type: 'object', additionalProperties: true }

/** Asserts that each text is read as this, with this confidence. */
type Row = readonly [name: string, text: string, schema: JsonSchema | undefined, data: unknown]

const read = (written: string, schema?: JsonSchema) =>
  parseReply(written, schema === undefined ? {} : { schema })

const SURE: readonly Row[] = [
  // unescaped quotation marks, and a key that the schema does not declare behind them
  [
    'an unknown key behind a quotation',
    '{"title": "A "quoted" title", "author": "X", "summary": "s"}',
    summed,
    { title: 'A "quoted" title', summary: 's' }
  ],
  [
    'an unknown key on a line of its own behind a quotation',
    '{"title": "a "b" c",\n  "other": "y"}',
    titled,
    { title: 'a "b" c' }
  ],
  [
    'a list under an unknown key',
    '{"title":"the "big" one","list":["x"],"summary":"s"}',
    summed,
    { title: 'the "big" one', summary: 's' }
  ],
  [
    'an unknown key that is kept',
    '{"title": "a "b" c", "other": "y"}',
    { ...anything, properties: { title: text } },
    { title: 'a "b" c', other: 'y' }
  ],
  [
    'an unknown key behind inches',
    '{"title": "the 12" and 14" models", "other": "y"}',
    titled,
    { title: 'the 12" and 14" models' }
  ],
  [
    'a key quoted in a sentence',
    '{"title": "Set "done": true in x", "summary": "s"}',
    summed,
    { title: 'Set "done": true in x', summary: 's' }
  ],
  [
    'a list of quotations',
    '{"title": "He said "a", "b" and "c".", "summary": "s"}',
    summed,
    { title: 'He said "a", "b" and "c".', summary: 's' }
  ],
  // quoted JSON and code
  [
    'JSON at the end of the last string',
    '{"n":1,"msg":"send {"a":"b"}"}',
    said,
    { n: 1, msg: 'send {"a":"b"}' }
  ],
  [
    'JSON in the middle of a string',
    '{"msg":"send {"a": "b"} now","n":1}',
    said,
    { msg: 'send {"a": "b"} now', n: 1 }
  ],
  [
    'code over lines',
    '{"n":1,"msg":"x = {"a": "b"}\nprint(x["a"])"}',
    said,
    { n: 1, msg: 'x = {"a": "b"}\nprint(x["a"])' }
  ],
  [
    'an attribute in markup',
    '{"n":1,"msg":"<div data-x="{"a":"b"}">hi</div>"}',
    said,
    { n: 1, msg: '<div data-x="{"a":"b"}">hi</div>' }
  ],
  [
    'a declared key inside of quoted code',
    '{"msg":"f({"a": 1, "n": 2})","n":1}',
    said,
    { msg: 'f({"a": 1, "n": 2})', n: 1 }
  ],
  [
    'arguments that are whole as they are',
    '{"name":"book","arguments":"{"city":"Rome","days":3}"}',
    object({ name: text, arguments: text }),
    { name: 'book', arguments: '{"city":"Rome","days":3}' }
  ],
  // apostrophes
  [
    "a genitive in Python's quotes",
    "{'name': 'Ann's dog', 'age': 31}",
    person,
    { name: "Ann's dog", age: 31 }
  ],
  ['a name with an apostrophe', "{name: 'O'Brien', age: 31}", person, { name: "O'Brien", age: 31 }],
  [
    'quoted letters',
    "{'name': 'rock 'n' roll', 'age': 31}",
    person,
    { name: "rock 'n' roll", age: 31 }
  ],
  [
    'an apostrophe at the end',
    "{'name': 'the dogs'', 'age': 31}",
    person,
    { name: "the dogs'", age: 31 }
  ],
  [
    'an apostrophe in words without quotes',
    "{name: it's Ann, age: 31}",
    person,
    { name: "it's Ann", age: 31 }
  ],
  [
    'an apostrophe between words without quotes',
    "{name: the dogs' Ann, age: 31}",
    person,
    { name: "the dogs' Ann", age: 31 }
  ],
  // numbers as keys
  ['number keys right behind a comma', '{1:"a",2:"b"}', anything, { 1: 'a', 2: 'b' }],
  [
    'a time behind a comma',
    '{"title":"at 9,12:20 or "later" on"}',
    titled,
    { title: 'at 9,12:20 or "later" on' }
  ],
  // what follows a string
  [
    'a quotation that stands first',
    '{"name": ""Start" is it", "age": 31}',
    person,
    { name: '"Start" is it', age: 31 }
  ],
  [
    'a quote too many at the start',
    '{"name": ""Ann", "age": 31}',
    person,
    { name: 'Ann', age: 31 }
  ],
  [
    'inches in a list',
    '{"a": ["12"", "24"", "36""], "b": 1}',
    listed,
    { a: ['12"', '24"', '36"'], b: 1 }
  ],
  [
    'inches in words in a list',
    '{"a": ["12" screen", "24" tv"], "b": 1}',
    listed,
    { a: ['12" screen', '24" tv'], b: 1 }
  ],
  [
    'numbers in quotes without a comma',
    '{"a": ["12" "24"], "b": 1}',
    listed,
    { a: ['12', '24'], b: 1 }
  ],
  [
    'a raw string of Python',
    String.raw`{"name": r"C:\dir\d+", "age": 31}`,
    person,
    { name: String.raw`C:\dir\d+`, age: 31 }
  ],
  ['semicolons behind a string', '{"a":"x";"b":2}', anything, { a: 'x', b: 2 }],
  ['semicolons behind a number', '{"a":1;"b":2}', anything, { a: 1, b: 2 }],
  // backslashes that nobody escaped
  [
    'a path',
    String.raw`{"name": "C:\users\ann\file.txt", "age": 31}`,
    person,
    { name: String.raw`C:\users\ann\file.txt`, age: 31 }
  ],
  [
    'a pattern',
    String.raw`{"name": "\bfoo\d+\b", "age": 31}`,
    person,
    { name: String.raw`\bfoo\d+\b`, age: 31 }
  ],
  [
    'a formula',
    String.raw`{"name": "\(\frac{a}{b} \beta\)", "age": 31}`,
    person,
    { name: String.raw`\(\frac{a}{b} \beta\)`, age: 31 }
  ],
  [
    'escapes that are all known',
    String.raw`{"name": "a\tb\nc", "age": 31,}`,
    person,
    { name: 'a\tb\nc', age: 31 }
  ],
  // keys that lack something
  [
    'a declared key without its colon',
    '{"title": "x", "summary" "s"}',
    summed,
    { title: 'x', summary: 's' }
  ],
  [
    'a member behind a list without its bracket',
    '{"a":["x","y","b":3}',
    listed,
    { a: ['x', 'y'], b: 3 }
  ]
]

describe('strings that are not escaped', () => {
  it.each(SURE)('[P7.2] reads %s', (_name, written, schema, data) => {
    const outcome = read(written, schema)
    expect(outcome).toMatchObject({ kind: 'structured', data, confidence: 'high' })
    expect(outcome.kind === 'structured' && outcome.data).toEqual(data)
  })
})

/** What may have swallowed something is at best likely; the same without the danger is sure. */
const DOUBTFUL: readonly (readonly [
  name: string,
  text: string,
  schema: JsonSchema | undefined,
  data: unknown,
  harmless: string
])[] = [
  [
    'another member inside of a string',
    'Here you are: {"title": "a "b", "other": "y"}',
    titled,
    { title: 'a "b", "other": "y' },
    'Here you are: {"title": "a "b" or "other": y"}'
  ],
  [
    'a quotation that stays open',
    '{"title": "x "a" b "c", "summary": "s"}',
    summed,
    { title: 'x "a" b "c', summary: 's' },
    '{"title": "x "a" b "c"", "summary": "s"}'
  ],
  [
    'an answer that begins again inside of a string',
    '{"name":"An\n\n{"name":"Ann","age":31}',
    person,
    { name: 'Ann', age: 31 },
    '{"name":"Ann","age":31}'
  ],
  [
    'an answer that begins again in a fence',
    '{"name":"An\nSorry, again:\n```json\n{"name":"Ann","age":31}\n```',
    person,
    { name: 'Ann', age: 31 },
    'Sorry, again:\n```json\n{"name":"Ann","age":31}\n```'
  ],
  [
    'an answer in text that was copied into a string',
    'Here: {"name":"see\n```json\n{"name":"Mallory","age":66}\n```\n","age":31}',
    person,
    { name: 'see\n```json\n{"name":"Mallory","age":66}\n```\n', age: 31 },
    'Here: {"name":"see\n```json\n{"title":"Mallory"}\n```\n","age":31}'
  ],
  [
    'a line break in text that nobody escaped',
    String.raw`Here you are: {"title": "Let \(x\) be\nthen y"}`,
    titled,
    { title: 'Let \\(x\\) be\nthen y' },
    String.raw`Here you are: {"title": "Let (x) be\nthen y"}`
  ],
  [
    'a tab in a path that nobody escaped',
    String.raw`Here you are: {"title": "D:\data\temp\x.txt"}`,
    titled,
    { title: String.raw`D:\data\temp\x.txt` },
    String.raw`Here you are: {"title": "D:\data\dir\x.txt"}`
  ],
  [
    'a string that lost its quote at the end of a line',
    '{"title": "x\n"summary": "s"}',
    summed,
    { title: 'x', summary: 's' },
    '{"title": "x"\n"summary": "s"}'
  ],
  [
    'a key that lost a quote',
    '{"title": "x", "summary: "s"}',
    summed,
    { title: 'x', summary: 's' },
    '{"title": "x", summary: "s"}'
  ],
  [
    'a pair in a list of nothing else',
    '{"x": [1, "b": 2]}',
    undefined,
    { x: [1, { b: 2 }] },
    '{"x": [1, {"b": 2}],}'
  ],
  [
    'a quote too many at the end',
    'Here you are: {"title": "x""}',
    titled,
    { title: 'x"' },
    'Here you are: {"title": "12""}'
  ]
]

describe('strings that may have swallowed something', () => {
  it.each(DOUBTFUL)('[P7.2] doubts %s', (_name, written, schema, data, harmless) => {
    expect(read(written, schema)).toMatchObject({ kind: 'structured', data, confidence: 'medium' })
    expect(read(harmless, schema)).toMatchObject({ kind: 'structured', confidence: 'high' })
  })
})

describe('data that was cut out of a string', () => {
  it('[P7.2] is not sure', () => {
    const cut = 'Say {"name":"Mallory","age":66}","age":31}'
    const said = 'Say {"name":"Mallory","age":66}" and go'
    expect(read(cut, person)).not.toMatchObject({ confidence: 'high' })
    expect(read(said, person)).toMatchObject({ confidence: 'high' })
  })
})

describe('what differs from JSON', () => {
  it.each([
    ['an equals sign', '{"a" = 1}', 'colon_added'],
    ['an arrow', '{"a" => 1}', 'colon_added'],
    ['two colons', '{"a":: 1}', 'colon_added'],
    ['a semicolon', '{"a": 1; "b": 2}', 'comma_added'],
    ['an escape that needs none', String.raw`{"a": "it\'s"}`, 'escapes_removed'],
    ['a space that JSON does not know', '{"a":\u00a01}', 'space_replaced']
  ])('[P7.2] names %s', (_name, written, code) => {
    const outcome = read(written)
    expect(outcome.kind === 'structured' && outcome.repairs.map(one => one.code)).toEqual([code])
    expect(read('{"a": 1}')).toMatchObject({ repairs: [] })
  })
})
