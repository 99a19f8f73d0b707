import { neutralise, readQuery } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { BENIGN_TEXT } from '../../../schema/test/tag-grammar/benign-text.ts'
import { buildQuery } from '../../src/context/build-query.ts'
import { attack, holds, safeWriter, template, templateTags, unsafeWriter } from './attack-suite.ts'
import { formats } from './formats.ts'
import { input } from './input.ts'

describe('forged tags in every place that others can fill', () => {
  it.each(formats)('[C4.1] %s: every case is blocked', (_name, format) => {
    expect(attack(format, safeWriter)).toEqual({
      forged: { tried: 6960, blocked: 6960 },
      mixed: { tried: 10_000, blocked: 10_000 }
    })
  })

  it.each(formats)('[C4.1] %s: the unsafe control breaks', (_name, format) => {
    const { forged, mixed } = attack(format, unsafeWriter)
    expect(forged.tried - forged.blocked).toBeGreaterThan(929)
    expect(mixed.tried - mixed.blocked).toBeGreaterThan(929)
  })

  it('[C2.7] [C4.1] the tags of a template are as safe as those of a format', () => {
    const cases = [...templateTags()]
    const read = (text: string) => {
      const given = input({
        format: template,
        text,
        data: { note: text },
        constraints: ['Stay calm', text],
        turnNumber: 7
      })
      return { given, query: buildQuery(given).query }
    }
    for (const text of cases) {
      const { given, query } = read(text)
      expect(holds(query, given), text).toBe(true)
      expect(readQuery(query, template).userInput).toContain('(')
    }
    // Control: the tags of the formats alone leave those of the template standing.
    expect(cases.filter(text => neutralise(text).includes('('))).toEqual([])
  })
})

describe('benign text', () => {
  it.each(formats)('[C4.2] %s: comes back byte for byte', (_name, format) => {
    const known = typeof format === 'string' ? undefined : format
    const changed = BENIGN_TEXT.filter(text => {
      const { query } = buildQuery(input({ format, text, data: { note: text } }))
      const read = readQuery(query, known)
      return read.userInput !== text || read.collectedData.note !== text
    })
    expect(changed).toEqual([])
  })
})
