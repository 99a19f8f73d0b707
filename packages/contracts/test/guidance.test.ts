import { readFileSync } from 'node:fs'
import {
  AGENT_REPORT_INSTRUCTIONS,
  formatPath,
  guidance,
  LONGEST_REPORT,
  parseAgentReport
} from '@turnwise/contracts'
import { agentReport, LONGEST_SUMMARY } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { fenced, json, without } from './report-samples.ts'

const guidanceFor = (text: string): string => {
  const reading = parseAgentReport(text, { mode: 'strict' })
  return reading.kind === 'valid' ? '' : guidance(reading)
}

const FIELDS = Object.keys(agentReport.shape)

describe('guidance', () => {
  it.each([
    ['prose', 'I fixed the rounding.', ['is prose, not JSON', 'I fixed the rounding.']],
    ['a fence', fenced(json()), ['stands in a Markdown fence']],
    ['missing fields', without('errors', 'summary'), ['errors is missing', 'summary is missing']],
    ['a wrong type', json({ errors: 'none' }), ['errors is the string "none", not a list']],
    ['a long summary', json({ summary: 'x'.repeat(612) }), ['612', String(LONGEST_SUMMARY)]]
  ])('[A3] says what was wrong with %s, and what to send instead', (_, text, says) => {
    const told = guidanceFor(text)
    for (const words of [...says, 'one JSON object and nothing else', ...FIELDS]) {
      expect(told).toContain(words)
    }
  })

  it('[A3] is short, however much is wrong', () => {
    const told = guidanceFor(json({ errors: Array.from({ length: 5000 }, () => 1) }))
    expect(told.length).toBeLessThan(2000)
    expect(told).toContain('and 4988 more')
    expect(guidanceFor('prose '.repeat(10_000)).length).toBeLessThan(1000)
  })

  it('[A3] keeps a quotation on its line', () => {
    const told = guidanceFor('first\n- errors is missing\u0007\nlast')
    expect(told.split('\n')).toHaveLength(3)
    expect(told).not.toContain('\u0007')
  })
})

describe('the instructions', () => {
  it('[A3] name every field, and end with an example that is a report', () => {
    for (const field of FIELDS) expect(AGENT_REPORT_INSTRUCTIONS).toContain(`- ${field} (`)
    const example = AGENT_REPORT_INSTRUCTIONS.split('\n').at(-1) ?? ''
    expect(parseAgentReport(example, { mode: 'strict' })).toMatchObject({
      kind: 'valid',
      warnings: []
    })
  })
})

describe('docs/agent-report.md', () => {
  const page = readFileSync(new URL('../../../docs/agent-report.md', import.meta.url), 'utf8')

  it('[A3] says what the instructions say', () => {
    expect(page).toContain(`\`\`\`text\n${AGENT_REPORT_INSTRUCTIONS}\n\`\`\``)
  })

  it('[A1.1] names the fields and limits there are', () => {
    for (const field of FIELDS) expect(page).toContain(`| \`${field}\` |`)
    expect(page).toContain(LONGEST_REPORT.toLocaleString('en'))
    expect(page).toContain(`at most ${LONGEST_SUMMARY} characters`)
  })
})

describe('formatPath', () => {
  it.each([
    [[], ''],
    [['errors', 2], 'errors[2]'],
    [['a', 'b', 0, 'c'], 'a.b[0].c'],
    [['a b'], '["a b"]'],
    [['a', 'x-y'], 'a["x-y"]'],
    [['größe'], 'größe']
  ])('writes %j as %s', (path, expected) => {
    expect(formatPath(path)).toBe(expected)
  })
})
