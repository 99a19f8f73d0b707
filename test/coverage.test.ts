import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { channelCases, storeCases } from '@turnwise/engine/conformance'
import { describe, expect, it } from 'vitest'
import { open, requirements } from './requirements.ts'

const root = resolve(import.meta.dirname, '..')
const named = /\[([A-Z]{1,3}\d+(?:\.\d+)?)\]/g

const titlesIn = (text: string): string[] => [...text.matchAll(named)].map(match => match[1] ?? '')

/** Cases that are data carry their ids as data; the tests of stores and channels run every one. */
const listed = [...storeCases, ...channelCases].flatMap(({ requirements: ids }) => ids)

const covered = new Set([
  ...listed,
  ...globSync(['{packages,apps}/*/test/**/*.test.{ts,tsx}', '{faults,.}/test/**/*.test.ts'], {
    cwd: root
  })
    .filter(file => !file.endsWith('coverage.test.ts'))
    .flatMap(file => titlesIn(readFileSync(join(root, file), 'utf8')))
])

describe('requirements', () => {
  it('has a test that names each one that is built', () => {
    const missing = Object.keys(requirements).filter(id => !open.has(id) && !covered.has(id))
    expect(missing).toEqual([])
  })

  it('lists none as open that a test covers', () => {
    expect([...open].filter(id => covered.has(id))).toEqual([])
  })

  it('knows every id that a test names', () => {
    expect([...covered].filter(id => !Object.hasOwn(requirements, id))).toEqual([])
    expect([...open].filter(id => !Object.hasOwn(requirements, id))).toEqual([])
  })

  it('control: reads ids out of titles', () => {
    expect(titlesIn("it('[P5] [O7.1] records', …) it('no id [x]', …)")).toEqual(['P5', 'O7.1'])
  })
})
