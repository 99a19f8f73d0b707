import { globSync, readFileSync } from 'node:fs'
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

describe('what the documentation says to type', () => {
  const root = new URL('..', import.meta.url).pathname
  const files = globSync(
    ['*.md', '{docs,benchmarks,examples,faults,packages/*,scripts}/**/*.{md,ts}'],
    {
      cwd: root,
      exclude: path => /node_modules|dist|results/.test(path)
    }
  )
  const banner = /npm run (?!-s )\S+ .*--json/

  it('keeps npm silent wherever JSON is asked for, which its own lines would spoil', () => {
    expect(files.length).toBeGreaterThan(100)
    const spoiled = files.flatMap(file =>
      readFileSync(`${root}${file}`, 'utf8')
        .split('\n')
        .filter(line => banner.test(line))
        .map(line => `${file}: ${line}`)
    )
    expect(spoiled).toEqual([])
    expect(banner.test('npm run faults -- storm --json')).toBe(true)
  })

  it('[O6.1] explains each policy of waiting', () => {
    const workflows = readFileSync(`${root}docs/workflows.md`, 'utf8')
    for (const policy of ['queue', 'reject', 'interrupt'])
      expect(workflows).toContain(`| \`'${policy}'\``)
  })
})
