import { describe, expect, it } from 'vitest'
import { parseReply, type RepairCode } from '../src/index.ts'
import { REPAIR_CODES, REPAIR_RISKS } from '../src/repairs.ts'

const codes = Object.keys(REPAIR_RISKS) as RepairCode[]

describe('REPAIR_RISKS', () => {
  it.each(codes)('[P7.2] reports %s with its risk, span and what was there', code => {
    const { text, data, schema, mode } = REPAIR_CODES[code]
    const outcome = parseReply(text, {
      ...(schema === undefined ? {} : { schema }),
      ...(mode === undefined ? {} : { mode })
    })
    if (outcome.kind !== 'structured') throw new TypeError(JSON.stringify(outcome))
    expect(outcome.data).toEqual(data)
    const repair = outcome.repairs.find(found => found.code === code)
    expect(repair?.risk).toBe(REPAIR_RISKS[code])
    const { start, end } = repair?.span ?? { start: -1, end: -1 }
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(text.length)
    expect(repair?.before.length).toBeLessThanOrEqual(80)
    expect(repair?.after.length).toBeLessThanOrEqual(80)
  })

  it('[P7.2] reports nothing where nothing was repaired', () => {
    const outcome = parseReply('Here: {"a": [1, "x"]}')
    expect(outcome).toMatchObject({ kind: 'structured', repairs: [], confidence: 'high' })
  })
})
