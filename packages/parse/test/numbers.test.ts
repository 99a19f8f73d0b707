import { describe, expect, it } from 'vitest'
import { type Confidence, type JsonSchema, parseReply } from '../src/index.ts'

/** What a text is read as where a number is asked for, and how sure that is; nothing where it is refused. */
type Row = readonly [text: string, value?: number, confidence?: Confidence]

function read(text: string, type: JsonSchema) {
  const schema = { type: 'object', properties: { a: type }, required: ['a'] }
  const outcome = parseReply(JSON.stringify({ a: text }), { schema })
  return outcome.kind === 'structured' ? [outcome.data, outcome.confidence] : [undefined, undefined]
}

function expectRows(rows: readonly Row[], type: JsonSchema): void {
  for (const [text, value, confidence] of rows) {
    const data = value === undefined ? undefined : { a: value }
    expect([text, ...read(text, type)]).toEqual([text, data, confidence])
  }
}

describe('a number in text', () => {
  it('[P7.2] has the thousands and decimals that were written', () => {
    expectRows(
      [
        ['0,250', 0.25, 'high'],
        ['-0,125 %', -0.125, 'high'],
        ['00,123', 0.123, 'high'],
        ['0.250', 0.25, 'high'],
        ['12,5', 12.5, 'high'],
        ['12,111', 12111, 'high'],
        ['$1,500', 1500, 'high'],
        ['12.000,50 €', 12000.5, 'high'],
        ['1.234.567', 1234567, 'high'],
        ['1.50 €', 1.5, 'high'],
        ['1234.567', 1234.567, 'high'],
        ['R$ 12,50', 12.5, 'high'],
        ['150 kr', 150, 'high']
      ],
      { type: 'number' }
    )
  })

  it('[P7.2] is doubtful where three digits behind a point may be either', () => {
    expectRows(
      [
        ['€1.500', 1500, 'medium'],
        ['1.500 €', 1500, 'medium'],
        ['EUR 12.000', 12000, 'medium'],
        ['12.000 EUR', 12000, 'medium'],
        ['R$ 1.500', 1500, 'medium'],
        ['1.500 kr', 1500, 'medium'],
        ['about 1.500 €', 1500, 'medium'],
        ['1.500', 1.5, 'medium']
      ],
      { type: 'number' }
    )
    expectRows(
      [
        ['1.234 €', 1234, 'medium'],
        ['12.000', 12000, 'medium'],
        ['12,000', 12000, 'high'],
        ['3.0', 3, 'high']
      ],
      { type: 'integer' }
    )
  })

  it('[P7.2] is a quotient only as a guess: what looks like one may be a date, a score, a season', () => {
    expectRows(
      [
        ['1/5', 0.2, 'medium'],
        ['24/7', 24 / 7, 'medium'],
        ['2020/21', 2020 / 21, 'medium'],
        ['1/0']
      ],
      { type: 'number' }
    )
    expectRows([['8/10'], ['4/2', 2, 'medium']], { type: 'integer' })
  })

  it('takes its magnitude and sign along, or is none', () => {
    expectRows(
      [
        ['5 million', 5_000_000, 'high'],
        ['1.1 million', 1_100_000, 'high'],
        ['$1.5 million', 1_500_000, 'high'],
        ['20 thousand', 20_000, 'high'],
        ['5 hundred', 500, 'high'],
        ['minus 5', -5, 'high'],
        ['minus 5 million', -5_000_000, 'high'],
        ['two thousand and five', 2005, 'high'],
        ['one million two hundred thousand', 1_200_000, 'high'],
        ['one thousand million'],
        ['one hundred hundred'],
        ['ten five'],
        ['zero five'],
        ['5 Mio. €'],
        ['5 millones'],
        ['5 Milliarden'],
        ['5 млн'],
        ['5 万'],
        ['2 lakh'],
        ['2 dozen'],
        ['about 5 million people'],
        ['minus 5 degrees'],
        ['5 degrees below zero'],
        ['-$5 a day'],
        ['($5.00)'],
        ['(1,200)'],
        ['not 5'],
        ['half of 10'],
        ['twice 5'],
        ['10-20 thousand']
      ],
      { type: 'number' }
    )
  })

  it('is taken out of a sentence that does not change it', () => {
    expectRows(
      [
        ['1 cup unsalted butter, room temperature', 1, 'medium'],
        ['-5 degrees', -5, 'medium'],
        ['below −5 degrees', -5, 'medium'],
        ['about 3 days (without the weekend)', 3, 'medium'],
        ['5 milliseconds', 5, 'medium'],
        ['12 miles, not far', 12, 'medium'],
        ['No. 5', 5, 'medium'],
        ['50 per cent', 50, 'medium']
      ],
      { type: 'number' }
    )
  })
})
