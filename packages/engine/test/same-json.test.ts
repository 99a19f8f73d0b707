import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameJson } from '../src/same-json.ts'

const canonical = (value: unknown): string | undefined =>
  canonicalize(JSON.parse(JSON.stringify(value)))

describe('the same JSON', () => {
  it('[O5.1] is what has the same canonical text', () => {
    const value = fc.object({
      key: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
      values: [fc.nat(1), fc.constant(null), fc.constant(undefined)],
      maxKeys: 2,
      maxDepth: 2
    })
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSameJson(one, other)).toBe(canonical(one) === canonical(other))
      })
    )
  })

  it.each([
    ['in another order', { a: 1, b: [{}] }, { b: [{}], a: 1 }, true],
    ['with a field that has no text', { a: 1, b: undefined }, { a: 1 }, true],
    ['a list and an object', [], {}, false],
    ['an own field and one of every object', { constructor: {} }, { a: {} }, false],
    ['nothing and an object', null, {}, false],
    ['lists of other items', [1, 2], [2, 1], false],
    ['a list with an item that has no text', [0, undefined], [0], false],
    ['the same list with null in its place', [0, undefined], [0, null], true]
  ])('[O5.1] %s', (_, one, other, same) => {
    expect(isSameJson(one, other)).toBe(same)
  })
})
