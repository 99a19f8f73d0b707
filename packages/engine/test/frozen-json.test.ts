import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frozenJson } from '../src/frozen-json.ts'

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const everyObject = (value: unknown): object[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(everyObject)]
    : []

describe('a frozen copy', () => {
  it('[O5.1] is what the text of the value would give back', () => {
    const value = fc.object({
      key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')),
      values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(undefined)],
      maxKeys: 4,
      maxDepth: 3,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: false
    })
    fc.assert(
      fc.property(value, given => {
        deepStrictEqual(frozenJson(given), throughText(given))
      })
    )
  })

  it('[O5.1] can be written as UTF-8', () => {
    expect(frozenJson({ half: ['\ud83d'] })).toEqual({ half: ['\ufffd'] })
  })

  it('[O5.1] shares nothing that can be changed, whatever of it was there before', () => {
    const json = fc.jsonValue()
    fc.assert(
      fc.property(json, json, (first, second) => {
        const before = frozenJson({ first, list: [first] })
        const given = { ...before, second, list: [...before.list, second] }
        const after = frozenJson(given, before)
        deepStrictEqual(after, throughText(given))
        expect(everyObject(after).filter(part => !Object.isFrozen(part))).toEqual([])
        expect(after.first).toBe(before.first)
        expect(after.list[0]).toBe(before.list[0])
      })
    )
  })
})
