import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Case, modes, picks } from '../src/playground/case.ts'
import {
  fromFragment,
  LARGEST_CASE,
  LONGEST_FRAGMENT,
  toFragment
} from '../src/playground/case-link.ts'

const example: Case = { text: 'x', schema: '', mode: 'reply', pick: 'best', strict: false }

/** Packs anything the way a link does. */
async function packed(json: string): Promise<string> {
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = Buffer.from(await new Response(stream).arrayBuffer())
  return `1.${bytes.toString('base64url')}`
}

describe('[W4] the link of a case', () => {
  it('carries any case, lone surrogates and line ends too', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 })
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
      .map(codes => String.fromCharCode(...codes))
    const cases = fc.record<Case>({
      text: fc.oneof(text, units),
      schema: text,
      mode: fc.constantFrom(...modes),
      pick: fc.constantFrom(...picks),
      strict: fc.boolean()
    })
    await fc.assert(
      fc.asyncProperty(cases, async one => {
        const made = await toFragment(one)
        if (made.kind !== 'fragment') throw new TypeError('too long')
        expect(made.fragment).toMatch(/^1\.[\w-]+$/)
        expect(await fromFragment(made.fragment)).toEqual({ kind: 'case', case: one })
      }),
      { numRuns: 300 }
    )
  })

  it('is never read from garbage, and never throws', async () => {
    const garbage = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ unit: 'binary' }).map(text => `1.${text}`),
      fc.base64String().map(text => `1.${text}`)
    )
    await fc.assert(
      fc.asyncProperty(garbage, async fragment => {
        expect(await fromFragment(fragment)).toEqual({ kind: 'broken' })
      }),
      { numRuns: 300 }
    )
  })

  it('is broken wherever it is cut', async () => {
    const made = await toFragment({ ...example, text: 'Hello {"a": 1}' })
    if (made.kind !== 'fragment') throw new TypeError('too long')
    for (let length = 1; length < made.fragment.length; length++) {
      expect(await fromFragment(made.fragment.slice(0, length))).toEqual({ kind: 'broken' })
    }
  })

  it.each([
    ['no list', '{"text": ""}'],
    ['too few parts', '["a", "", "reply", "best"]'],
    ['too many parts', '["a", "", "reply", "best", false, 1]'],
    ['a text that is none', '[1, "", "reply", "best", false]'],
    ['a mode nobody knows', '["a", "", "reples", "best", false]'],
    ['a pick of the prototype', '["a", "", "reply", "constructor", false]'],
    ['no JSON', '["a"']
  ])('is broken when it holds %s', async (_, json) => {
    expect(await fromFragment(await packed(json))).toEqual({ kind: 'broken' })
  })

  it('and is read when it holds a case (control)', async () => {
    const json = '["x", "", "reply", "best", false]'
    expect(await fromFragment(await packed(json))).toEqual({ kind: 'case', case: example })
  })

  it('says when a case is too long for it', async () => {
    const noise = Array.from({ length: 20_000 }, (_, index) =>
      (index * 7919 * 104_729).toString(36)
    )
    const made = await toFragment({ ...example, text: noise.join('') })
    expect(made.kind).toBe('too_long')
    if (made.kind === 'too_long') expect(made.length).toBeGreaterThan(LONGEST_FRAGMENT)
  })

  it('cannot unfold to more than a page can hold', async () => {
    const within = await packed(JSON.stringify(['x'.repeat(1_000_000), '', 'reply', 'best', false]))
    expect((await fromFragment(within)).kind).toBe('case')
    const bomb = await packed(
      JSON.stringify(['x'.repeat(LARGEST_CASE), '', 'reply', 'best', false])
    )
    expect(bomb.length).toBeLessThan(LONGEST_FRAGMENT)
    expect(await fromFragment(bomb)).toEqual({ kind: 'broken' })
  })

  it('is not there when nothing is', async () => {
    expect(await fromFragment('')).toEqual({ kind: 'none' })
  })
})
