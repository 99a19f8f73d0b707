import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockEnds, inBlocks, layOut } from '../src/playground/lay-out.ts'

const marks = fc.array(
  fc.record({ start: fc.integer({ min: -5, max: 60 }), end: fc.integer({ min: -5, max: 60 }) }),
  { maxLength: 12 }
)

describe('[W4] marks over a text', () => {
  it('cut it into runs that are the text again, each under the marks that cover it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), marks, (length, list) => {
        const segments = layOut(length, list)
        let at = 0
        for (const { start, end, marks: over } of segments) {
          expect(start).toBe(at)
          expect(end).toBeGreaterThanOrEqual(start)
          at = end
          if (end === start) continue
          const covering = list.flatMap((mark, index) =>
            mark.start < mark.end && mark.start < end && mark.end > start ? [index] : []
          )
          expect(over).toEqual(covering)
        }
        expect(at).toBe(length)
      })
    )
  })

  it('begin once each, wherever they lie', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), marks, (length, list) => {
        const inside = list.flatMap(({ start }, index) => (start < length ? [index] : []))
        const begun = layOut(length, list).flatMap(({ begins }) => begins)
        expect(new Set(begun).size).toBe(begun.length)
        expect(begun).toEqual(expect.arrayContaining(inside))
      })
    )
  })

  it('may overlap, touch, and stand between two characters', () => {
    const list = [
      { start: 0, end: 4 },
      { start: 2, end: 6 },
      { start: 4, end: 4 }
    ]
    expect(layOut(8, list)).toEqual([
      { start: 0, end: 2, marks: [0], begins: [0] },
      { start: 2, end: 4, marks: [0, 1], begins: [1] },
      { start: 4, end: 4, marks: [1, 2], begins: [2] },
      { start: 4, end: 6, marks: [1], begins: [] },
      { start: 6, end: 8, marks: [], begins: [] }
    ])
  })

  it('take blocks whose texts are the text again, and begin once there too', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '😀', 'longer words'), { maxLength: 80 })
    fc.assert(
      fc.property(text, marks, fc.integer({ min: 1, max: 9 }), (parts, list, size) => {
        const whole = parts.join('')
        const ends = blockEnds(whole, size)
        const segments = layOut(whole.length, list)
        const blocks = inBlocks(segments, ends)
        const texts = blocks.map(block =>
          block.map(({ start, end }) => whole.slice(start, end)).join('')
        )
        expect(texts.join('')).toBe(whole)
        for (const one of texts) expect(one.isWellFormed()).toBe(true)
        const begun = (all: typeof segments): number[] => all.flatMap(({ begins }) => begins)
        expect(begun(blocks.flat())).toEqual(begun(segments))
      })
    )
  })
})
