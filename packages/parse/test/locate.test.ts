import { describe, expect, it } from 'vitest'
import { type JsonSchema, locate, type Path, parseReply } from '../src/index.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    firstName: { type: 'string' },
    city: { type: 'string', 'x-alias': 'ort' },
    legs: {
      type: 'array',
      items: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
    },
    days: { type: 'array', items: { type: 'integer' } }
  }
}
const text = `Here: {"first_name": "Ann", ort: 'Rome', "legs": [{"to": "A"}, {"by": "B"}, {"to": "C"}], "days": "3"} ok`

describe('locate', () => {
  it.each<[Path, string]>([
    [['firstName'], '"Ann"'],
    [['city'], "'Rome'"],
    [['legs', 0, 'to'], '"A"'],
    [['legs', 1, 'to'], '"C"'],
    [['days', 0], '"3"'],
    [['legs', 1], '{"to": "C"}']
  ])('[P7.1] finds %j where it was written', (path, written) => {
    const outcome = parseReply(text, { schema })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    const span = locate(text, outcome, path)
    expect(text.slice(span?.start, span?.end)).toBe(written)
  })

  it('[P7.1] finds nothing where nothing was written', () => {
    const outcome = parseReply(text, { schema })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    expect(locate(text, outcome, ['unknown'])).toBeUndefined()
    expect(locate(text, outcome, ['legs', 7])).toBeUndefined()
  })
})
