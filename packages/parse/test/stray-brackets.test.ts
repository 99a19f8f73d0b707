import { parseReply } from '@turnwise/parse'
import { describe, expect, it } from 'vitest'

const TRIP = {
  type: 'object',
  properties: { city: { type: 'string' }, nights: { type: 'integer' } },
  required: ['city', 'nights']
}
const DATA = { city: 'Lisbon', nights: 3 }
const ANSWER = JSON.stringify(DATA)

const PROSE = [
  'The { character opens an object.',
  'I removed the extra [ in line 3:',
  'Your JSON lacked the opening { so I added it:',
  'You were missing a `{` at the start.',
  'The interval [0, 10) is half-open.',
  'Sad news :[ but here it is:',
  'See [docs for details.',
  'Regex /[a-z/ is broken:',
  'f: [0, ∞) → R',
  'It began {"city": "Por and stopped:'
]

const LAYOUTS: readonly (readonly [name: string, around: (data: string) => string])[] = [
  ['in a fence of JSON', data => `\n\n\`\`\`json\n${data}\n\`\`\``],
  ['in a fence of no language', data => `\n\n\`\`\`\n${data}\n\`\`\``],
  ['of its own', data => `\n\n${data}`],
  ['with more words behind it', data => `\n\n${data}\n\nThe ] and } close it.`]
]

describe('a bracket that is one of prose', () => {
  for (const [layout, around] of LAYOUTS) {
    it.each(PROSE)(`[P2.2] hides no answer ${layout}: %s`, words => {
      const outcome = parseReply(words + around(ANSWER), { schema: TRIP })
      expect(outcome).toMatchObject({
        kind: 'structured',
        data: DATA,
        confidence: 'high',
        ambiguous: false
      })
    })
    it.each(PROSE)(`[P2.2] hides no answer nobody described ${layout}: %s`, words => {
      expect(parseReply(words + around(ANSWER))).toMatchObject({ data: DATA })
    })
  }

  it.each([
    ['a key in front of it', `Here it is: {city: "Lisbon", nights: 3, "more": ${ANSWER}}`],
    ['a comment in front of it', `Here {\n// the stay\n${ANSWER.slice(1, -1)}, "more": {"a": 1}}`],
    ['no end', `Here is the trip {${ANSWER.slice(1, -1)}, "more": [\n{"a": 1},\n{"b": 2}`]
  ])('[P2.2] stays data with %s', (_name, text) => {
    expect(parseReply(text, { schema: TRIP })).toMatchObject({ kind: 'structured', data: DATA })
  })
})
