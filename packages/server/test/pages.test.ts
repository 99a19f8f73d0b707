import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPages } from '@turnwise/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './support/house.ts'

let folder: string
let house: House
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnwise-pages-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await mkdir(join(folder, 'dist', '.vite'))
  const files = {
    'secret.html': 'outside',
    'dist/index.html': '<!doctype html><title>Turnwise</title>',
    'dist/playground.html': '<!doctype html><title>Playground</title>',
    'dist/icon.svg': '<svg/>',
    'dist/assets/index-1a2b.js': `// ${'x'.repeat(2_000)}`,
    'dist/assets/font-3c4d.woff2': 'font',
    'dist/.built-from': 'stamp',
    'dist/.vite/manifest.json': '{}'
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  house = await openHouse({ server: { pages: await readPages(join(folder, 'dist')) } })
})
afterAll(async () => {
  await house?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('[W1.6] the web app is served', () => {
  it.each(['/', '/c/0123-abc'])('as one page at %s, with a policy of its own', async path => {
    const page = await house.call(path)
    expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Turnwise</title>' })
    const policy = page.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'"
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|\*|data:|https?:/)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('[W4] with the playground under its own address and the same policy', async () => {
    const [chat, page] = [await house.call('/'), await house.call('/playground')]
    expect(page).toMatchObject({ status: 200, text: '<!doctype html><title>Playground</title>' })
    for (const name of ['content-security-policy', 'cache-control', 'content-type']) {
      expect(page.headers.get(name)).toBe(chat.headers.get(name))
    }
  })

  it.each([
    ['/assets/index-1a2b.js', 'text/javascript; charset=utf-8'],
    ['/assets/font-3c4d.woff2', 'font/woff2']
  ])('%s is kept for ever by its name', async (path, type) => {
    const file = await house.call(path)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe(type)
    expect(file.headers.get('cache-control')).toContain('immutable')
  })

  it('compressed for those who take it', async () => {
    const path = '/assets/index-1a2b.js'
    const plain = await house.request(path)
    const packed = await house.request(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(plain.headers.get('content-encoding')).toBe(null)
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const stream = packed.body?.pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(stream).text()).toBe(await plain.text())
  })

  it.each([
    '/secret.html',
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/../../secret.html',
    '/.built-from',
    '/.vite/manifest.json',
    '/assets/',
    '/c/',
    '/c/a/b',
    '/playground.html',
    '/playground/x'
  ])('and nothing else: %s', async path => {
    const answer = await house.call(path)
    expect(answer).toMatchObject({ status: 404, body: { code: 'ERR_ROUTE_UNKNOWN' } })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('while the API keeps the policy that allows nothing', async () => {
    const list = await house.call('/api/chat/workflows')
    expect(list.headers.get('content-security-policy')).not.toContain('script-src')
    expect(list.headers.get('cache-control')).toBe('no-store')
  })
})

describe('readPages', () => {
  it('finds nothing where nothing was built', async () => {
    expect(await readPages(join(folder, 'nowhere'))).toBe(null)
    expect(await readPages(join(folder, 'dist', 'assets'))).toBe(null)
  })
})
