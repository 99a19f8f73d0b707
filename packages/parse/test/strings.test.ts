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
  // numbers as keys
  ['number keys right behind a comma', '{1:"a",2:"b"}', anything, { 1: 'a', 2: 'b' }],
  [
    'a time behind a comma',
    '{"title":"at 9,12:20 or "later" on"}',
    titled,
    { title: 'at 9,12:20 or "later" on' }
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
  ]
]

describe('strings that may have swallowed something', () => {
  it.each(DOUBTFUL)('[P7.2] doubts %s', (_name, written, schema, data, harmless) => {
    expect(read(written, schema)).toMatchObject({ kind: 'structured', data, confidence: 'medium' })
    expect(read(harmless, schema)).toMatchObject({ kind: 'structured', confidence: 'high' })
  })
})
