import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseReply, textWithoutData } from '../src/index.ts'

const trip = z.object({ city: z.string(), days: z.number() })

describe('parseReply', () => {
  it.each([
    ['the whole text', '{"city":"Rome","days":3}'],
    ['a fence', 'Here you are:\n```json\n{"city":"Rome","days":3}\n```\nSafe travels!'],
    ['a tilde fence', '~~~\n{"city":"Rome","days":3}\n~~~'],
    ['prose', 'I suggest {"city":"Rome","days":3} for you.'],
    ['inline code', 'Use `{"city":"Rome","days":3}` then.'],
    ['a tool call', '<tool_call>{"city":"Rome","days":3}</tool_call>'],
    ['after reasoning', '<think>maybe {"city":"Oslo","days":1}</think>\n{"city":"Rome","days":3}'],
    [
      'after reasoning that is only closed',
      '{"city":"Oslo","days":1}</think> {"city":"Rome","days":3}'
    ],
    ['the later of two', '{"city":"Oslo","days":1} no, rather {"city":"Rome","days":3}']
  ])('[P4] finds data in %s', (_name, text) => {
    const outcome = parseReply(text, { schema: trip })
    expect(outcome).toMatchObject({ kind: 'structured', data: { city: 'Rome', days: 3 } })
  })

  it('[P7.1] gives a span that reads back as the data, and the text around it', () => {
    const text = 'Look:\n```json\n{"city":"Rome","days":3}\n```\nGood?'
    const outcome = parseReply(text, { schema: trip })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    const { span, outer } = outcome.source
    expect(JSON.parse(text.slice(span.start, span.end))).toEqual(outcome.data)
    expect(text.slice(outer.start, outer.end)).toBe('```json\n{"city":"Rome","days":3}\n```')
    expect(textWithoutData(text, outcome.source)).toBe('Look:\n\nGood?')
  })

  it.each([
    ['behind the closing ticks', '```json\n{"city":"Rome","days":3}\n``` Good?', 'reply'],
    ['behind the closing ticks', '```json\n{"city":"Rome","days":3}\n``` Good?', 'document'],
    ['behind a fence on one line', '```json {"city":"Rome","days":3}``` Good?', 'reply'],
    ['behind a fence nobody closed', '```json\n{"city":"Rome","days":3}\nGood?', 'reply'],
    ['behind inline code', '`{"city":"Rome","days":3}` Good?', 'reply'],
    ['behind a tool call', '<tool_call>{"city":"Rome","days":3}</tool_call> Good?', 'reply']
  ] as const)('[P7.1] leaves words %s to the text around the data', (_name, text, mode) => {
    const outcome = parseReply(text, { schema: trip, mode })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    expect(textWithoutData(text, outcome.source)).toBe('Good?')
  })

  it('[P7.2] ends a number at a comma, whatever stands behind it', () => {
    const text = `{name:'Ada', born: 1815, // first\n "fields" ["maths"]}`
    expect(parseReply(text, { mode: 'document' })).toMatchObject({
      data: { name: 'Ada', born: 1815, fields: ['maths'] }
    })
  })

  it('passes prose through', () => {
    expect(parseReply('Nothing to see here.', { schema: trip }).kind).toBe('passthrough')
    expect(parseReply('42').kind).toBe('passthrough')
  })

  it('[P4] comes to an end where a quote opens behind the last plus', () => {
    expect(parseReply('```json\n"hello +\n````', { mode: 'document' }).kind).toBe('structured')
  })

  it('[P7.5] flags refusal, emptiness and silent failure', () => {
    expect(parseReply('I’m sorry, I can’t help with that.').flags.refusal).toBe(true)
    expect(parseReply(' \n ').flags.empty).toBe(true)
    expect(parseReply('{}', { schema: trip }).flags.silentFailure).toBe(true)
  })
})
