import { fieldLabel } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { plainText } from '../src/markdown/plain-text.ts'
import { asJson, asMarkdown } from '../src/state-pane/export-result.ts'
import { progressOf } from '../src/state-pane/progress-of.ts'
import { fieldValue } from '../src/state-pane/readable.ts'
import { workflowState } from './support.ts'

describe('[W1.4] collected data in words', () => {
  it.each([
    ['departureDate', 'Departure date'],
    ['departure_date', 'Departure date'],
    ['departure-date', 'Departure date'],
    ['x1Value', 'X1 value'],
    ['Größe', 'Größe'],
    ['', '']
  ])('names %s', (name, label) => expect(fieldLabel(name)).toBe(label))

  it.each([
    [null, '—'],
    ['', '—'],
    [true, 'Yes'],
    [false, 'No'],
    [0, '0'],
    ['text', 'text'],
    ['2026-13-45', '2026-13-45'],
    [['a', 2], 'a, 2'],
    [{ firstName: 'Ada', age: 36 }, 'First name: Ada; Age: 36']
  ])('writes %j', (value, text) => expect(fieldValue(value)).toBe(text))

  it('writes a day as a day of the calendar, in every time zone', () => {
    expect(fieldValue('2026-12-01')).toMatch(/1/)
    expect(fieldValue('2026-12-01')).not.toMatch(/30|31/)
  })
})

describe('[W1.4] progress', () => {
  it.each([
    ['a share', { progress: 0.4 }, false, { kind: 'determinate', share: 0.4, estimated: false }],
    ['none, at work', { progress: null }, true, { kind: 'indeterminate' }],
    ['none, idle', { progress: null }, false, { kind: 'hidden' }],
    ['small talk', { progress: null, mode: 'passthrough' as const }, true, { kind: 'hidden' }]
  ])('of %s', (_name, over, running, expected) => {
    expect(progressOf({ ...workflowState, ...over }, running)).toEqual(expected)
  })
})

describe('[W1.4] export', () => {
  const state = {
    ...workflowState,
    status: 'completed' as const,
    result: 'success' as const,
    collectedData: { purpose: 'a | b\n<img src=x>', travellers: 2 }
  }

  it('is data', () => {
    expect(JSON.parse(asJson(state, 'a'))).toEqual({
      conversationId: 'a',
      workflowId: 'travel-request',
      version: 1,
      status: 'completed',
      result: 'success',
      data: state.collectedData
    })
  })

  it('is a table whose values stay in their cells', () => {
    expect(asMarkdown(state, 'Travel').split('\n')).toEqual([
      '# Travel',
      '',
      '| Field | Value |',
      '| --- | --- |',
      '| Purpose | a \\| b \\<img src=x\\> |',
      '| Travellers | 2 |',
      ''
    ])
  })
})

describe('[W1.5] a reply for ears', () => {
  it.each([
    ['**Strong** and *leaning* `code`', 'Strong and leaning code'],
    ['# Title\n\ntext', 'Title\ntext'],
    ['- one\n- two', 'one\ntwo'],
    ['[a link](https://example.com) here', 'a link here'],
    ['<b>raw</b>', 'raw'],
    ['a & b < c', 'a & b < c'],
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a, b\n1, 2'],
    ['```\ncode\n```', 'code'],
    ['', '']
  ])('%j', (markdown, text) => expect(plainText(markdown)).toBe(text))
})
