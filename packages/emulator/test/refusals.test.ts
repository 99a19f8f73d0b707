import { createEmulator } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'

const bots = 'http://127.0.0.1/copilotstudio/dataverse-backed/authenticated/bots'
const url = `${bots}/travel-request/conversations/c1`
const bearer = { authorization: 'Bearer x' }
const nested = '['.repeat(20_000) + ']'.repeat(20_000)
const deep = `{"activity":{"type":"message","value":${nested}}}`

describe('what the wire refuses', () => {
  it.each<[name: string, status: number, url: string, init: RequestInit]>([
    ['no token', 401, url, { method: 'POST', body: '{}' }],
    [
      'another scheme',
      401,
      url,
      { method: 'POST', body: '{}', headers: { authorization: 'Basic x' } }
    ],
    [
      'an empty token',
      401,
      url,
      { method: 'POST', body: '{}', headers: { authorization: 'Bearer ' } }
    ],
    ['subscribe without a token', 401, `${url}/subscribe`, {}],
    ['an unknown route', 404, 'http://127.0.0.1/elsewhere', { headers: bearer }],
    [
      'an id no service gives',
      404,
      `${bots}/x/conversations/a%2Fb`,
      { method: 'POST', headers: bearer }
    ],
    ['another method', 405, url, { method: 'GET', headers: bearer }],
    ['a posted subscription', 405, `${url}/subscribe`, { method: 'POST', headers: bearer }],
    ['no JSON', 400, url, { method: 'POST', body: '{', headers: bearer }],
    ['JSON that is no object', 400, url, { method: 'POST', body: '[]', headers: bearer }],
    [
      'an activity without a type',
      400,
      url,
      { method: 'POST', body: '{"activity":{}}', headers: bearer }
    ],
    ['a 20,000-deep body', 400, url, { method: 'POST', body: deep, headers: bearer }],
    [
      'a body over 1 MiB',
      413,
      url,
      { method: 'POST', body: ' '.repeat(1_048_577), headers: bearer }
    ]
  ])('%s: %i', async (_name, status, where, init) => {
    const response = await createEmulator().fetch(new Request(where, init))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } })
  })

  it.each([
    `${bots}/travel-request/conversations`,
    `${bots.replace('dataverse-backed', 'prebuilt')}/travel-request/conversations/c1`,
    'http://127.0.0.1/some/direct/connect/url/conversations?api-version=2022-03-01-preview'
  ])('answers %s', async where => {
    const init = { method: 'POST', headers: bearer, body: '{}' }
    const response = await createEmulator().fetch(new Request(where, init))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ms-conversationid')).toMatch(/^[\w-]{2,}$/)
    expect(await response.text()).toContain('event: end\ndata: ')
  })
})
