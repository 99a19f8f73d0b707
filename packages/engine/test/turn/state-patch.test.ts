import fc from 'fast-check'
import { applyPatch, createPatch } from 'rfc6902'
import { describe, expect, it } from 'vitest'
import { statePatch } from '../../src/turn/state-patch.ts'

const visits = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ step: 'start', turn: first + index }))

const patched = (before: Record<string, unknown>, after: Record<string, unknown>): object => {
  const state = structuredClone(before)
  expect(applyPatch(state, structuredClone(statePatch(before, after))).filter(Boolean)).toEqual([])
  return state
}

describe('the patch of a state', () => {
  it('[O5.1] makes the state after of the state before', () => {
    const items = fc.array(fc.oneof(fc.nat(3), fc.record({ turn: fc.nat(3) })), { maxLength: 30 })
    const state = fc.record({
      'a/list': items,
      data: fc.record({ list: items, text: fc.string() })
    })
    fc.assert(
      fc.property(state, state, (a, b) => {
        expect(patched(a, b)).toEqual(b)
      })
    )
  })

  it('[O5.1] of a log that is full tells what fell off and what came', () => {
    const [before, after] = [{ path: visits(1, 100) }, { path: visits(2, 100) }]
    expect(statePatch(before, after)).toEqual([
      { op: 'remove', path: '/path/0' },
      { op: 'add', path: '/path/-', value: { step: 'start', turn: 101 } }
    ])
  })

  it('[O5.1] does not compare every item of long lists with every other, as the general way does', () => {
    const [before, after] = [{ list: visits(1, 400) }, { list: visits(1, 400).reverse() }]
    const time = (work: () => unknown): number => {
      const start = performance.now()
      work()
      return performance.now() - start
    }
    const general = time(() => createPatch(before, after))
    expect(time(() => statePatch(before, after))).toBeLessThan(general / 5)
    expect(patched(before, after)).toEqual(after)
  })
})
