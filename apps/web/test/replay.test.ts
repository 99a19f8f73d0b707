import { parseReply } from '@turnwise/parse'
import { describe, expect, it } from 'vitest'
import { examples } from '../src/playground/examples.ts'
import { readSchema } from '../src/playground/read-schema.ts'
import { optionsOf, type Question, read } from '../src/playground/reading.ts'
import { createReplay } from '../src/playground/replay.ts'

const questionOf = (name: string): Question => {
  const one = examples.find(example => example.name === name)?.case
  if (one === undefined) throw new TypeError(`no example ${name}`)
  const found = readSchema(one.schema)
  if (found.kind !== 'schema') throw new TypeError(found.message)
  return { ...one, schema: found.schema }
}

describe('[W4] an example', () => {
  it.each(examples.map(({ name }) => name))('is read as any program reads it: %s', name => {
    const question = questionOf(name)
    const reading = read(question)
    const outcome = parseReply(question.text, optionsOf(question))
    expect(reading.kind).toBe(outcome.kind)
    if (outcome.kind === 'structured') {
      expect(JSON.parse(reading.accepted?.data.text ?? '')).toEqual(outcome.data)
      expect(reading.repairs).toEqual({ items: outcome.repairs, total: outcome.repairs.length })
    }
    for (const { path, span } of reading.accepted?.fields ?? []) {
      expect(span, path).toBeDefined()
    }
  })

  it('shows every kind of outcome, ambiguity, truncation and a refusal', () => {
    const readings = examples.map(({ name }) => read(questionOf(name)))
    expect(new Set(readings.map(({ kind }) => kind)).size).toBe(3)
    expect(readings.some(({ accepted }) => accepted?.ambiguous)).toBe(true)
    expect(readings.some(({ flags }) => flags.truncated)).toBe(true)
    expect(readings.some(({ flags }) => flags.refusal)).toBe(true)
    expect(readings.some(({ accepted }) => accepted?.source.form === 'card')).toBe(true)
  })
})

describe('[W4] a large result', () => {
  it('is cut and says so', () => {
    const list = Array.from({ length: 30_000 }, (_, index) => `{id: ${index}}`)
    const text = `[${list.join(', ')}]`
    const reading = read({ text, schema: undefined, mode: 'document', pick: 'best', strict: false })
    expect(reading.repairs.items.length).toBeLessThan(reading.repairs.total)
    expect(reading.accepted?.data.more).toBeGreaterThan(0)
    expect(JSON.stringify(reading).length).toBeLessThan(300_000)
  })
})

describe('[W4] a replay', () => {
  const question = questionOf('Two answers that both fit')

  it('shows the same for a place, whichever way it was reached', () => {
    const forward = createReplay(question)
    const moments = Array.from({ length: question.text.length + 1 }, (_, at) => forward.to(at))
    const back = createReplay(question)
    for (const at of [question.text.length, 40, 0, 63, 12, 12]) {
      expect(back.to(at)).toEqual(moments[at])
    }
  })

  it('begins with nothing, ends with all, and tells what is pending and where it starts anew', () => {
    const replay = createReplay(question)
    expect(replay.to(0)).toMatchObject({ at: 0, snapshot: undefined, parts: { items: [] } })
    const half = replay.to(question.text.indexOf('az"'))
    expect(half.parts.items).toEqual([
      { path: '$', value: '{…', pending: true },
      { path: 'city', value: '"Gr"', pending: true }
    ])
    const [reset = 0] = half.resets
    expect(question.text.slice(reset - 7, reset)).toBe('{"city"')
    const end = replay.to(1_000)
    expect(end.at).toBe(question.text.length)
    expect(JSON.parse(end.snapshot?.text ?? '')).toEqual({ city: 'Linz', nights: 3 })
    expect(end.parts.items.every(({ pending }) => !pending)).toBe(true)
  })
})
