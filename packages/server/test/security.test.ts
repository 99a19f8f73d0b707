import { hostNames } from '@turnwise/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, type House, openHouse } from './support/house.ts'

const LISTED = 'https://app.example.com'

let house: House
beforeAll(async () => {
  house = await openHouse({
    server: { hostAllowed: hostNames('127.0.0.1'), corsOrigins: [LISTED] }
  })
})
afterAll(() => house.close())

const local = { host: '127.0.0.1:3000' }

describe('the headers of every answer', () => {
  const calls: [name: string, path: string, call: Call, status: number][] = [
    ['a page', '/', {}, 200],
    ['JSON', '/api/chat/workflows', {}, 200],
    ['a stream', '/api/chat/start', { body: {}, headers: { accept: 'text/event-stream' } }, 200],
    ['a problem', '/api/chat/send', { body: '{' }, 400],
    ['a refused host', '/', { headers: { host: 'evil.example' } }, 403],
    ['an unknown route', '/unknown', {}, 404],
    ['a wrong method', '/health/live', { method: 'DELETE' }, 405],
    ['a preflight', '/api/chat/send', { method: 'OPTIONS', headers: { origin: LISTED } }, 204]
  ]
  it.each(calls)('[SEC1] stand on %s', async (_name, path, call, status) => {
    const answer = await house.call(path, { ...call, headers: { ...local, ...call.headers } })
    expect(answer.status).toBe(status)
    const { headers } = answer
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  it('[SEC1] promise TLS only to those who came over it', async () => {
    const headers = { ...local, 'x-forwarded-proto': 'https' }
    const answer = await house.call('/', { headers })
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
  })

  it('[SEC1] carry an id of our own, whatever the client calls itself', async () => {
    const headers = { ...local, 'x-request-id': 'mine' }
    expect((await house.call('/', { headers })).headers.get('x-request-id')).not.toBe('mine')
  })
})

describe('the Host header', () => {
  const allowed = [
    '127.0.0.1',
    '127.0.0.1:3000',
    'localhost:3000',
    'LOCALHOST',
    'app.localhost',
    '[::1]:3000',
    '127.1.2.3'
  ]
  const refused = [
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '192.168.1.7',
    '0.0.0.0',
    '2130706433',
    '127.0.0.1@evil.example',
    '127.0.0.1:3000, evil.example',
    ''
  ]
  it.each(allowed)('[SEC3] may be %s', async host => {
    expect((await house.call('/', { headers: { host } })).status).toBe(200)
  })
  it.each(refused)('[SEC3] may not be "%s"', async host => {
    expect(await house.call('/', { headers: { host } })).toMatchObject({
      status: 403,
      body: { code: 'ERR_HOST_FORBIDDEN' }
    })
  })

  it('[SEC3] of another name would reach a server without the check (control)', async () => {
    const open = await openHouse()
    expect((await open.call('/', { headers: { host: 'evil.example' } })).status).toBe(200)
    await open.close()
  })

  it('[SEC3] is an address where a server listens on every address', () => {
    const everywhere = hostNames('0.0.0.0')
    expect(['192.168.1.7:80', '[2001:db8::1]', 'localhost'].map(everywhere)).toEqual([
      true,
      true,
      true
    ])
    expect(['evil.example', null].map(everywhere)).toEqual([false, false])
    const named = hostNames('turnwise.lan')
    expect(['turnwise.lan:3000', '192.168.1.7'].map(named)).toEqual([true, false])
  })
})

describe('the Origin header', () => {
  const call = (origin: string, method = 'GET'): ReturnType<House['call']> =>
    house.call('/api/chat/workflows', { method, headers: { ...local, origin } })

  it.each(['http://127.0.0.1:3000', 'https://127.0.0.1:3000', LISTED])(
    '[SEC3] may be %s',
    async origin => {
      expect((await call(origin)).status).toBe(200)
    }
  )
  it.each([
    'null',
    'https://evil.example',
    'https://127.0.0.1:3001',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://APP.example.com:8443',
    'https://127.0.0.1:3000.evil.example',
    'file://',
    'nonsense',
    ''
  ])('[SEC3] may not be "%s", on any method', async origin => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      expect(await call(origin, method)).toMatchObject({
        status: 403,
        body: { code: 'ERR_ORIGIN_FORBIDDEN' }
      })
    }
  })

  it('[SEC3] of a listed page lets its browser through, and nobody else', async () => {
    const listed = await call(LISTED)
    expect(listed.headers.get('access-control-allow-origin')).toBe(LISTED)
    expect(listed.headers.get('vary')).toContain('Origin')
    expect(listed.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed')
    expect(listed.headers.has('access-control-allow-credentials')).toBe(false)
    const own = await call('http://127.0.0.1:3000')
    expect(own.headers.has('access-control-allow-origin')).toBe(false)
  })

  it('[SEC3] of a listed page may send what a client sends', async () => {
    const preflight = await call(LISTED, 'OPTIONS')
    const headers = preflight.headers.get('access-control-allow-headers')?.toLowerCase()
    for (const name of ['idempotency-key', 'turnwise-seen', 'last-event-id', 'content-type']) {
      expect(headers).toContain(name)
    }
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST,DELETE')
  })

  it('[SEC3] stands on problems too, so that a page can read them', async () => {
    const answer = await house.call('/api/chat/send', {
      body: '{',
      headers: { ...local, origin: LISTED }
    })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe(LISTED)
  })
})
