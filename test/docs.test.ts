import { readFileSync } from 'node:fs'
import { REPAIR_RISKS } from '@turnwise/parse/repairs'
import { describe, expect, it } from 'vitest'
import { repairsPage } from '../scripts/repairs-page.ts'

const page = readFileSync(new URL('../docs/repairs.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('| `'))

describe('docs/repairs.md', () => {
  it('is what npm run docs writes', () => {
    expect(page).toBe(repairsPage())
  })

  it('[P7.2] has one row for each code, with its risk', () => {
    const listed = rows.map(row => row.split(' | ').slice(0, 2).join(' '))
    const codes = Object.entries(REPAIR_RISKS).map(([code, risk]) => `| \`${code}\` ${risk}`)
    expect(listed.sort()).toEqual(codes.sort())
  })

  it('has as many cells in each row as its table has columns', () => {
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7)
  })
})
