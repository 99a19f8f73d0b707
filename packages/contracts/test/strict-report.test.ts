import { parseAgentReport, type ReportReading } from '@turnwise/contracts'
import { LONGEST_SUMMARY } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, json, sample, without } from './report-samples.ts'

const read = (text: string): ReportReading => parseAgentReport(text, { mode: 'strict' })

/** Problems as `kind path`, in their order. */
const problems = (text: string): string[] => {
  const reading = read(text)
  return reading.kind === 'valid'
    ? []
    : reading.problems.map(({ kind, path }) => `${kind} ${path.join('.')}`.trim())
}

const messages = (text: string): string => {
  const reading = read(text)
  return reading.kind === 'valid' ? '' : reading.problems.map(({ message }) => message).join('\n')
}

const FIELDS = Object.keys(sample)

describe('the six fields', () => {
  it('[A1.1] are a report', () => {
    expect(read(json())).toEqual({
      kind: 'valid',
      report: sample,
      warnings: [],
      confidence: 'high',
      score: 1,
      repairs: [],
      source: expect.objectContaining({ form: 'document' })
    })
  })

  it.each(FIELDS)('[A1.1] %s is required', field => {
    expect(problems(without(field))).toEqual([`missing_field ${field}`])
  })

  it('[A1.1] does not take an inherited or renamed field for one of them', () => {
    expect(problems(without('errors').replace('{', '{"__proto__":{"errors":[]},'))).toEqual([
      'missing_field errors'
    ])
    expect(problems(json().replace('filesModified', 'files_modified'))).toEqual([
      'missing_field filesModified'
    ])
  })

  it('[A1.1] keeps other fields and lists them', () => {
    const reading = read(json({ costs: { tokens: 3 }, 'a b': null }))
    expect(reading).toMatchObject({
      kind: 'valid',
      report: { ...sample, costs: { tokens: 3 }, 'a b': null },
      warnings: [
        { code: 'unknown_field', path: ['costs'] },
        { code: 'unknown_field', path: ['a b'] }
      ]
    })
  })

  it.each([
    ['success', 'true'],
    ['success', 1],
    ['success', null],
    ['filesModified', 'src/sum.ts'],
    ['filesModified', {}],
    ['testsWritten', 2],
    ['summary', ['done']],
    ['summary', null],
    ['errors', null],
    ['nextSteps', false]
  ])('[A1.2] %s is not %j', (field, value) => {
    expect(problems(json({ [field]: value }))).toEqual([`wrong_type ${field}`])
  })

  it('[A1.2] every entry of a list is a string', () => {
    expect(problems(json({ errors: ['a', 1, null, ['b']] }))).toEqual([
      'wrong_type errors.1',
      'wrong_type errors.2',
      'wrong_type errors.3'
    ])
  })

  it.each([
    [0, []],
    [LONGEST_SUMMARY, []],
    [LONGEST_SUMMARY + 1, ['bad_value summary']]
  ])('[A1.2] a summary of %i characters', (length, expected) => {
    expect(problems(json({ summary: 'x'.repeat(length) }))).toEqual(expected)
  })

  it('[A1.2] counts code points, as JSON Schema does', () => {
    expect(problems(json({ summary: '🌍'.repeat(500) }))).toEqual([])
    expect(problems(json({ summary: '🌍'.repeat(501) }))).toEqual(['bad_value summary'])
    expect(messages(json({ summary: '🌍'.repeat(501) }))).toContain('501 characters')
  })
})

describe('the whole text', () => {
  const notReports: [name: string, text: string, says: string][] = [
    ['nothing', '', 'the reply is empty'],
    ['white space', ' \n\t', 'the reply is empty'],
    ['prose', 'I fixed the rounding [see the log].', 'is prose, not JSON: "I fixed'],
    ['prose with code', 'I changed `{ a }` to `{ b }`.', 'is prose, not JSON'],
    ['a refusal', "I'm sorry, but I can't do that.", 'declines instead of reporting'],
    ['a fence', fenced(json()), 'stands in a Markdown fence'],
    ['words before', `Done. ${json()}`, 'text beside the JSON: "Done."'],
    ['words after', `${json()}\nThat was it.`, 'text beside the JSON: "That was it."'],
    ['two reports', `${json()}${json()}`, 'text beside the JSON'],
    ['a comma too many', `${json().slice(0, -1)},}`, 'line 1, column'],
    ['single quotes', json().replaceAll('"', "'"), 'line 1, column 2'],
    ['a comment', json().replace(':', ': /* yes */'), 'leaves out a comment'],
    ['no end', json().slice(0, -1), 'breaks off'],
    ['reasoning before', `<think>hm</think>${json()}`, 'text beside the JSON'],
    ['a byte order mark', `\uFEFF${json()}`, 'invisible character beside the JSON: U+FEFF']
  ]

  it.each(notReports)('[A2.1] is not %s', (_, text, says) => {
    expect(problems(text)).toContain('not_json')
    expect(messages(text)).toContain(says)
  })

  it.each([
    ['null', 'null'],
    ['a number', '12'],
    ['prose in quotes', '"I fixed the rounding."'],
    ['a list of reports', `[${json()}]`]
  ])('[A2.1] is JSON, but %s', (_, text) => {
    expect(problems(text)).toEqual(['not_an_object'])
  })

  it('[A2.1] may have white space around it', () => {
    expect(problems(`\n  ${json()}\n`)).toEqual([])
  })

  it('[A2.1] control: a reader that strips fences and words takes what is not a report', () => {
    const lenient = (text: string): boolean => {
      try {
        JSON.parse(text.replace(/^[^{]*/, '').replace(/[^}]*$/, ''))
        return true
      } catch {
        return false
      }
    }
    expect(notReports.filter(([, text]) => lenient(text)).map(([name]) => name)).toEqual(
      expect.arrayContaining(['a fence', 'words before', 'words after'])
    )
  })

  it('[A2.1] is limited in length and depth', () => {
    expect(problems(json({ more: 'x'.repeat(300_000) }))).toEqual(['too_large'])
    expect(problems(`${json()}${' '.repeat(300_000)}`)).toEqual(['too_large'])
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    expect(problems(json({ more: 0 }).replace(':0', `:${deep}`))).toEqual(['too_large'])
  })

  it('[A4.2] names a key that is written twice', () => {
    const twice = json().replace('{', '{"success":false,"x":{"errors":1,"errors":2},')
    const warned = read(twice)
    expect(warned.kind === 'valid' && warned.warnings.map(({ code }) => code)).toEqual([
      'repeated_key',
      'unknown_field'
    ])
    const escaped = read(json().replace('{', '{"\\u0073uccess":false,'))
    expect(escaped).toMatchObject({ warnings: [{ code: 'repeated_key', path: ['success'] }] })
  })
})

describe('all problems at once', () => {
  it('[A2.2] lists what is missing, then types, then values', () => {
    const text = JSON.stringify({ summary: 'x'.repeat(501), success: 'yes', errors: [1] })
    expect(problems(text)).toEqual([
      'missing_field filesModified',
      'missing_field testsWritten',
      'missing_field nextSteps',
      'wrong_type success',
      'wrong_type errors.0',
      'bad_value summary'
    ])
  })

  it('[A2.2] tells what is wrong with the text before what is wrong with the fields in it', () => {
    const text = `Done:\n${fenced('{"success": "yes", "errors": [],}')}`
    expect(problems(text)).toEqual([
      'not_json',
      'not_json',
      'not_json',
      'missing_field filesModified',
      'missing_field testsWritten',
      'missing_field summary',
      'missing_field nextSteps',
      'wrong_type success'
    ])
  })

  it('[A2.2] says for prose only that prose came', () => {
    expect(problems('All tests pass now.')).toEqual(['not_json'])
  })

  it('[A2.2] control: a reader that stops at the first problem tells less', () => {
    const first = (text: string): string[] => problems(text).slice(0, 1)
    expect(first('{"success": "yes"}')).not.toEqual(problems('{"success": "yes"}'))
  })
})

describe('laws', () => {
  const strings = fc.array(fc.string())
  const field = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: fc.jsonValue() })
  const value = fc.record(
    {
      success: field(fc.boolean()),
      filesModified: field(strings),
      testsWritten: field(strings),
      summary: field(fc.string({ unit: 'binary', maxLength: 600, size: 'max' })),
      errors: field(strings),
      nextSteps: field(strings),
      __proto__: fc.jsonValue(),
      other: fc.jsonValue()
    },
    { requiredKeys: ['success', 'filesModified', 'testsWritten', 'summary', 'errors'] }
  )
  const text = fc.oneof(
    { weight: 8, arbitrary: value.map(one => JSON.stringify(one, null, 1)) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), value).map(([a, b]) => a + JSON.stringify(b)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }
  )

  /** The rules once more, in the plainest words. */
  const accepted = (candidate: string): boolean => {
    let parsed: Record<string, unknown>
    try {
      parsed = JSON.parse(candidate) as Record<string, unknown>
    } catch {
      return false
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false
    const own = (name: string): unknown => (Object.hasOwn(parsed, name) ? parsed[name] : undefined)
    const lists = ['filesModified', 'testsWritten', 'errors', 'nextSteps'].map(own)
    const summary = own('summary')
    return (
      typeof own('success') === 'boolean' &&
      typeof summary === 'string' &&
      [...summary].length <= 500 &&
      lists.every(list => Array.isArray(list) && list.every(entry => typeof entry === 'string'))
    )
  }

  it('[A2.1] [A1.2] accepts exactly what JSON.parse reads and the rules allow', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(text, candidate => {
        const expected = accepted(candidate)
        seen[expected ? 'accepted' : 'refused']++
        expect(read(candidate).kind).toBe(expected ? 'valid' : 'invalid')
      }),
      { numRuns: 1000 }
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50)
  })

  it('[A2.1] never throws, and always says why', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom('strict', 'tolerant'), (whole, cut, mode) => {
        const reading = parseAgentReport(whole.slice(0, cut % (whole.length + 1)), { mode })
        if (reading.kind === 'valid') return
        expect(reading.problems.length).toBeGreaterThan(0)
        for (const { message } of reading.problems) expect(message).not.toBe('')
      }),
      { numRuns: 1000 }
    )
  })
})
