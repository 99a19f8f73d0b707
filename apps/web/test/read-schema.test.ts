import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from '../src/playground/json-fault.ts'
import { readSchema } from '../src/playground/read-schema.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('[W4] a fault in JSON', () => {
  it('is found exactly where JSON.parse finds one', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '01',
      '1.5e3',
      '.',
      ' ',
      '\n'
    ]
    const words = ['true', 'nul', 'null', '\\', '\\u00e9', '\\u12', '\t', 'é', '"b":', '"\\n"']
    const broken = fc
      .array(fc.constantFrom(...pieces, ...words), { maxLength: 14 })
      .map(parts => parts.join(''))
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', 'x'))
      .map(([json, at, put]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + put + json.slice(place + 1)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, damaged), text => {
        const fault = findJsonFault(text)
        expect(fault === undefined).toBe(isJson(text))
        if (fault !== undefined) expect(fault.at).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 3_000 }
    )
  })

  it('needs no stack for depth', () => {
    expect(findJsonFault('['.repeat(1_000_000))?.at).toBe(1_000_000)
  })
})

describe('[W4] a schema', () => {
  it.each([
    ['{\n  "type": "object",\n}', 'Not JSON: line 3, column 1 needs a name in double quotes.'],
    ['{"type" "object"}', 'Not JSON: line 1, column 9 needs a colon.'],
    ['{"type": object}', 'Not JSON: line 1, column 10 needs a value.'],
    ['{"a": 1 "b": 2}', 'Not JSON: line 1, column 9 needs a comma or }.'],
    ['{"a": "b', 'Not JSON: line 1, column 9 needs the closing quote.'],
    ['{} {}', 'Not JSON: line 1, column 4 needs the end.'],
    ['[]', 'A JSON Schema is an object, true or false.'],
    ['null', 'A JSON Schema is an object, true or false.'],
    [
      '{"properties": {"city": {"type": "text"}}}',
      'No JSON Schema: expected a type or a list of types at #/properties/city/type of the schema, got "text".'
    ]
  ])('%j is refused with its place', (text, message) => {
    expect(readSchema(text)).toEqual({ kind: 'invalid', message })
  })

  it.each([
    ['', undefined],
    [' \n', undefined],
    ['true', true],
    ['{"type": "object"}', { type: 'object' }]
  ])('%j is read', (text, schema) => {
    expect(readSchema(text)).toEqual({ kind: 'schema', schema })
  })
})
