import { parseReply } from '@turnwise/parse'
import { describe, expect, it } from 'vitest'

const RAW = String.raw

describe('escapes beside a string that nobody escaped', () => {
  it.each([
    [RAW`{"a": "$\frac{1}{2}$", "b": "\sqrt{2}"}`, RAW`$\frac{1}{2}$`],
    [RAW`{"a":"\beta","b":"\gamma"}`, RAW`\beta`],
    [RAW`{"a":"\bword\b","b":"\d+"}`, RAW`\bword\b`]
  ])('[P7.2] keep what is never meant as JSON: %s', (text, a) => {
    expect(parseReply(`Here: ${text}`)).toMatchObject({ kind: 'structured', data: { a } })
  })

  it.each([
    RAW`{"a":"\theta","b":"\alpha"}`,
    RAW`{"a":"\nabla f","b":"\sum_i"}`,
    RAW`{"a":"C:\temp\new","b":"C:\Users\me"}`
  ])('[P7.2] are a guess where they may be a name: %s', text => {
    expect(parseReply(`Here: ${text}`)).not.toMatchObject({ confidence: 'high' })
    const harmless = text.replace(/\\(?=[a-zA-Z])/g, RAW`\\`)
    expect(parseReply(`Here: ${harmless}`)).toMatchObject({ confidence: 'high' })
  })

  it('[P7.2] leave line breaks what they are', () => {
    const outcome = parseReply(RAW`Here: {"a":"C:\Windows","b":"line1\nline2"}`)
    expect(outcome).toMatchObject({ data: { b: 'line1\nline2' } })
  })
})
