import { channelCases, storeCases } from '@turnwise/engine/conformance'
import { describe, expect, it } from 'vitest'

describe.each([
  { what: 'store', cases: storeCases },
  { what: 'channel', cases: channelCases }
])('the list of $what cases', ({ cases }) => {
  it('[O7.1] has a name for each, and no name twice', () => {
    const names = cases.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter(name => name.trim() === '')).toEqual([])
  })

  it('[O7.1] says of each which requirements it covers', () => {
    for (const { requirements } of cases)
      for (const id of requirements) expect(id).toMatch(/^[A-Z]+\d+(\.\d+)?$/)
    expect(cases.filter(({ requirements }) => requirements.length === 0)).toEqual([])
  })
})
