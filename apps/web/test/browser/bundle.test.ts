import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const read = (name: string): string => readFileSync(join(dist, name), 'utf8')

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'))

/** A chunk with everything that has to be there before it runs. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name] as Chunk
  for (const one of [file, ...css]) seen.add(one)
  for (const one of imports) filesOf(one, seen)
  return seen
}
const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1_000

const entry = filesOf('index.html')
const cards = filesOf('src/cards/card-body.tsx')

describe('[W1.9] what has to be loaded', () => {
  it('before the first word is read is at most 160 kB', () => {
    const size = kilobytes(entry)
    console.log(`chat entry: ${size.toFixed(1)} kB gzip`)
    expect(size).toBeLessThanOrEqual(160)
  })

  it('for a card comes with the first card', () => {
    const size = kilobytes([...cards].filter(file => !entry.has(file)))
    console.log(`card chunk: ${size.toFixed(1)} kB gzip`)
    expect([...entry].some(file => read(file).includes('ac-pushButton'))).toBe(false)
    expect([...cards].some(file => read(file).includes('ac-pushButton'))).toBe(true)
    expect(size).toBeLessThanOrEqual(60)
  })

  it('is nothing that a page may not do: no code from text, no style in the page', () => {
    const html = read('index.html')
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src="\/assets\/)|\son\w+=/)
    for (const file of globSync('assets/*.css', { cwd: dist })) {
      expect(read(file)).not.toMatch(/@import|url\((?!\/assets\/)/)
    }
  })
})
