import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createReplyStream, parseReply } from '../src/index.ts'

const trip = z.object({
  city: z.string(),
  days: z.number(),
  kind: z.enum(['WORK', 'LEISURE']).optional(),
  legs: z.array(z.object({ to: z.string() })).optional()
})

/** What a stream shows after each chunk. */
function shown(chunks: readonly string[], schema = trip) {
  const stream = createReplyStream({ schema })
  return chunks.map(chunk => {
    const { snapshot, reset, pending } = stream.push(chunk)
    return { snapshot, reset, pending }
  })
}

describe('createReplyStream', () => {
  it('[P7.6] shows text as it grows, and holds numbers and choices back until they are delimited', () => {
    const steps = shown(['{"city":"Ro', 'me","days":1', '2', ',"kind":"WO', 'RK"', '}'])
    expect(steps.map(step => step.snapshot)).toEqual([
      { city: 'Ro' },
      { city: 'Rome' },
      { city: 'Rome' },
      { city: 'Rome', days: 12 },
      { city: 'Rome', days: 12 },
      { city: 'Rome', days: 12, kind: 'WORK' }
    ])
  })

  it('[P7.6] holds back half an escape and half a surrogate pair', () => {
    const steps = shown(['{"city":"a\\u00', 'e9\\ud83d', '\\ude00', '\ud83d', '\ude00"'])
    expect(steps.map(step => (step.snapshot as { city: string }).city)).toEqual([
      'a',
      'aé',
      'aé😀',
      'aé😀',
      'aé😀😀'
    ])
  })

  it('[P7.6] says what is pending, and which paths changed', () => {
    const stream = createReplyStream({ schema: trip })
    expect(stream.push('{"legs":[{"to":"A"},{"to":"B').pending).toEqual(['legs', 1, 'to'])
    const update = stream.push('ern"}')
    expect(update.changed).toContainEqual(['legs', 1, 'to'])
    expect(update.changed).not.toContainEqual(['legs', 0, 'to'])
    expect(stream.push(']}').pending).toBeUndefined()
  })

  it('[P7.6] has nothing pending but the brackets once a value is finished', () => {
    const steps = shown(['{"city":"Rome"', ',', ' "legs":[{"to":"A"', '}', ']', '}'])
    expect(steps.map(step => step.pending)).toEqual([
      ['city'],
      [],
      ['legs', 0, 'to'],
      ['legs'],
      [],
      undefined
    ])
  })

  it('[P7.6] shares what did not change and never changes what it handed out', () => {
    const stream = createReplyStream({ schema: trip })
    const first = stream.push('{"legs":[{"to":"A"},{"to":"B').snapshot as { legs: unknown[] }
    const second = stream.push('ern"}').snapshot as { legs: unknown[] }
    expect(first.legs[1]).toEqual({ to: 'B' })
    expect(second.legs[1]).toEqual({ to: 'Bern' })
    expect(second.legs[0]).toBe(first.legs[0])
    expect(stream.push(' ').snapshot).toBe(second)
  })

  it('[P7.6] shows a long list again once enough has come, and all of it once it is closed', () => {
    const stream = createReplyStream()
    const first = stream.push(`{"n":[${'1,'.repeat(20_000)}`)
    expect(first.snapshot).toHaveProperty('n.length', 20_000)
    const waiting = stream.push('2,')
    expect(waiting).toEqual({ ...first, changed: [] })
    expect(waiting.snapshot).toBe(first.snapshot)
    const second = stream.push('2,'.repeat(6000))
    expect(second.snapshot).toHaveProperty('n.length', 26_001)
    expect(second.changed).toHaveLength(6001)
    expect(second.changed[0]).toEqual(['n', 20_000])
    expect(stream.push('3').snapshot).toBe(second.snapshot)
    const closed = stream.push(']')
    expect(closed.snapshot).toHaveProperty('n.length', 26_002)
    expect(closed.pending).toEqual([])
    expect(first.snapshot).toHaveProperty('n.length', 20_000)
  })

  it('[P7.6] shows nothing of a brace that opens nothing', () => {
    for (const chunks of [['{{"a":1'], ['{', '{', '"a":1']]) {
      const steps = shown([...chunks, ','])
      expect(steps.some(step => step.reset)).toBe(false)
      expect(steps.at(-1)?.snapshot).toEqual({ a: 1 })
    }
  })

  it('[P7.6] shows nothing of a bracket at the end of a line', () => {
    const stream = createReplyStream()
    const steps = ['the list [\n', '\n', '1, 2, '].map(chunk => stream.push(chunk))
    expect(steps.map(step => step.snapshot)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['see [', '1, 2]'],
    ['see', ' [1, 2]'],
    ['see ', '[', '1, 2]'],
    ['see [', '[1, 2]]'],
    ['see \t', ' ', ' [1, 2]'],
    ['one\ntwo [', '1, 2]']
  ])('[P7.6] shows nothing of a bracket amid words, wherever a piece ends: %j, %j', (...pieces) => {
    const stream = createReplyStream()
    expect(pieces.map(piece => stream.push(piece).snapshot)).toEqual(pieces.map(() => undefined))
  })

  it.each([
    ['see\n', '[1, 2]'],
    ['see\n ', ' ', '[1, 2]'],
    ['', '  [1, 2]'],
    ['see [', 'here]\n', '[1, 2]']
  ])('[P7.6] shows a list where a line begins with it: %j, %j', (...pieces) => {
    const stream = createReplyStream()
    expect(pieces.map(piece => stream.push(piece).snapshot).at(-1)).toEqual([1, 2])
  })

  it('[P7.6] starts over when a better candidate begins', () => {
    const steps = shown(['Draft: {"city":"Oslo"}', ' then {"other":1}', ' or {"city', '":"Rome"'])
    expect(steps.map(step => step.reset)).toEqual([false, false, false, true])
    expect(steps.at(-1)?.snapshot).toEqual({ city: 'Rome' })
  })

  it('[P7.6] shows nothing of what is only thought', () => {
    expect(shown(['<thi', 'nk>{"city":"Oslo"}', '</think>']).map(step => step.snapshot)).toEqual([
      undefined,
      undefined,
      undefined
    ])
    const closedOnly = shown(['{"city":"Oslo"}', '</think>', '{"city":"Rome"'])
    expect(closedOnly.map(step => step.reset)).toEqual([false, true, false])
    expect(closedOnly.at(-1)?.snapshot).toEqual({ city: 'Rome' })
  })

  it('[P7.6] names keys as the schema does', () => {
    expect(shown(['{"City":"Rome"']).at(0)?.snapshot).toEqual({ city: 'Rome' })
  })

  it('[P7.6] ends with the outcome of the whole reply, and takes nothing more', () => {
    const stream = createReplyStream({ schema: trip })
    for (const chunk of ['Here: {"city":"Ro', 'me", days: 3,', '}']) stream.push(chunk)
    expect(stream.end()).toEqual(parseReply('Here: {"city":"Rome", days: 3,}', { schema: trip }))
    expect(() => stream.push('x')).toThrow(TypeError)
  })

  it('[P7.4] takes the reason the model stopped at the end', () => {
    const stream = createReplyStream()
    stream.push('Hello')
    expect(stream.end('length').flags.truncated).toBe(true)
  })
})
