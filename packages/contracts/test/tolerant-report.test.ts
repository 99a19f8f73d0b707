import { parseAgentReport, type ReportReading } from '@turnwise/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, json, sample, without } from './report-samples.ts'

const read = (text: string): ReportReading => parseAgentReport(text, { mode: 'tolerant' })

const repairs = (text: string): string[] => {
  const reading = read(text)
  return reading.kind === 'valid' ? reading.repairs.map(({ code }) => code) : ['invalid']
}

describe('tolerant reading', () => {
  it.each([
    ['as it is', json(), []],
    ['in a fence', fenced(json()), []],
    ['in prose', `All done, here is my report: ${json()} Anything else?`, []],
    ['after reasoning', `<think>{"success": false}</think>\n${json()}`, []],
    ['with a comma too many', `${json().slice(0, -1)},}`, ['comma_removed']],
    ['with other keys', json().replace('filesModified', 'files_modified'), ['key_folded']],
    ['with a quoted boolean', json().replace('true', '"true"'), ['boolean_from_text']],
    ['with a boolean in words', json().replace('true', '"yes"'), ['boolean_from_words']]
  ])('[A4.1] reads the report %s', (_, text, expected) => {
    const reading = read(text)
    expect(reading).toMatchObject({ kind: 'valid', report: sample, confidence: 'high' })
    expect(repairs(text)).toEqual(expected)
    if (reading.kind === 'valid' && expected.length === 0) {
      const { start, end } = reading.source.span
      expect(JSON.parse(text.slice(start, end))).toEqual(sample)
    }
  })

  it('[A4.1] says that a repair makes it less sure', () => {
    const scoreOf = (text: string): number => {
      const reading = read(text)
      return reading.kind === 'valid' ? reading.score : -1
    }
    expect(scoreOf(json())).toBe(1)
    expect(scoreOf(json().replace('true', '"yes"'))).toBeLessThan(1)
  })

  it('[A4.1] warns of a report that breaks off, and of a second one', () => {
    const codes = (text: string): unknown => {
      const reading = read(text)
      return reading.kind === 'valid' ? reading.warnings.map(({ code }) => code) : reading
    }
    expect(codes(json({ nextSteps: ['a', 'b'] }).slice(0, -3))).toEqual(['incomplete'])
    const other = json({ success: false, errors: ['It does not build.'] })
    expect(codes(`${json()}\n${other}`)).toEqual(['ambiguous'])
    expect(codes(json({ cost: 1 }).replace(/\}$/, ',}'))).toEqual(['unknown_field'])
  })

  it.each([
    ['prose', 'I fixed it.', ['not_json']],
    ['nothing', '', ['not_json']],
    ['a list', '[]', ['not_an_object']],
    ['no errors', without('errors', 'nextSteps'), ['missing_field', 'missing_field']],
    ['a word for success', json({ success: 'banana' }), ['wrong_type']],
    ['a long summary', json({ summary: 'x'.repeat(501) }), ['bad_value']],
    ['too much', json({ more: 'x'.repeat(300_000) }), ['too_large']]
  ])('[A4.1] does not make a report of %s', (_, text, kinds) => {
    const reading = read(text)
    expect(reading.kind === 'invalid' && reading.problems.map(({ kind }) => kind)).toEqual(kinds)
  })

  it.each([
    [
      'a long summary',
      json({ summary: 'x'.repeat(501) }),
      ['summary has 501 characters, more than the 500 allowed']
    ],
    [
      'a long summary and more that is wrong',
      json({ summary: 'x'.repeat(501), success: 'banana' }),
      ['success is "banana", not true or false', 'summary has more than the 500 characters allowed']
    ],
    [
      'an object in place of a list',
      json({ errors: { a: 1 } }),
      ['errors is an object, not a list of strings']
    ],
    ['a list', '[1, 2]', ['the report is a list, not an object']]
  ])('[A4.1] [A3] says in plain words what is wrong with %s', (_, text, messages) => {
    const reading = read(text)
    expect(reading.kind === 'invalid' && reading.problems.map(({ message }) => message)).toEqual(
      messages
    )
  })

  it('[A4.1] reads what strict mode accepts as the same report', () => {
    fc.assert(
      fc.property(
        fc.record({
          success: fc.boolean(),
          filesModified: fc.array(fc.string()),
          testsWritten: fc.array(fc.string()),
          summary: fc.string({ maxLength: 500 }),
          errors: fc.array(fc.string()),
          nextSteps: fc.array(fc.string())
        }),
        report => {
          const text = JSON.stringify(report)
          expect(read(text)).toEqual(parseAgentReport(text, { mode: 'strict' }))
        }
      ),
      { numRuns: 300 }
    )
  })
})

describe('cross-field rules', () => {
  const cases: [name: string, changes: Record<string, unknown>, codes: string[]][] = [
    ['nothing odd', {}, []],
    ['success with errors', { errors: ['One test fails.'] }, ['success_with_errors']],
    [
      'success without files or words',
      { filesModified: [], testsWritten: [], summary: ' ' },
      ['success_without_work']
    ],
    [
      'success without files, explained',
      { filesModified: [], testsWritten: [], summary: 'It was right already.' },
      []
    ],
    ['failure without errors', { success: false }, ['failure_without_errors']],
    ['failure with errors', { success: false, errors: ['It does not build.'] }, []],
    ['a blank summary', { summary: '' }, ['blank_summary']],
    ['a blank entry', { nextSteps: [' '] }, ['blank_entry']],
    ['a repeated entry', { filesModified: ['a', 'b', 'a'] }, ['repeated_entry']],
    [
      'all of it',
      { success: false, summary: '', filesModified: ['', ''] },
      ['blank_summary', 'failure_without_errors', 'blank_entry', 'blank_entry']
    ]
  ]

  it.each(cases)('[A4.2] %s', (_, changes, codes) => {
    for (const mode of ['strict', 'tolerant'] as const) {
      const reading = parseAgentReport(json(changes), { mode })
      expect(reading.kind === 'valid' && reading.warnings.map(({ code }) => code)).toEqual(codes)
    }
  })

  it('[A4.2] control: the schema alone sees none of it', () => {
    const odd = cases.filter(([, , codes]) => codes.length > 0)
    expect(odd.every(([, changes]) => read(json(changes)).kind === 'valid')).toBe(true)
  })
})
