import { once } from 'node:events'
import { connect } from 'node:net'
import { type Problem, problem } from '@turnwise/schema'
import { type Listening, listen } from '@turnwise/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './support/house.ts'

let house: House
let listening: Listening
beforeAll(async () => {
  house = await openHouse()
  listening = await listen(house.server.fetch, { port: 0, host: '127.0.0.1', requestTimeout: 400 })
})
afterAll(async () => {
  await listening.close(100)
  await house.close()
})

/** Writes raw bytes and reads until the server closes the connection. */
async function raw(...parts: (string | number)[]): Promise<{ head: string; problem: Problem }> {
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  for (const part of parts) {
    if (typeof part === 'number') await new Promise(resolve => setTimeout(resolve, part))
    else socket.write(part)
  }
  await closed
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { head: head.toLowerCase(), problem: problem.parse(JSON.parse(body)) }
}

const post = (...headers: string[]): string =>
  ['POST /api/chat/send HTTP/1.1', 'host: 127.0.0.1', ...headers, '', ''].join('\r\n')
const json = 'content-type: application/json'

describe('over a connection', () => {
  it.each([
    ['no HTTP at all', ['hello\r\n\r\n'], 400, 'ERR_REQUEST_MALFORMED'],
    [
      'two lengths',
      [post(json, 'content-length: 2', 'content-length: 3'), '{}'],
      400,
      'ERR_REQUEST_MALFORMED'
    ],
    [
      'a length and chunks',
      [post(json, 'content-length: 2', 'transfer-encoding: chunked'), '{}'],
      400,
      'ERR_REQUEST_MALFORMED'
    ],
    ['a header with a line break in it', [post('x-a: b\rc: d')], 400, 'ERR_REQUEST_MALFORMED'],
    [
      'a host that is none',
      ['GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
      400,
      'ERR_REQUEST_MALFORMED'
    ],
    ['no host', ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n'], 400, 'ERR_REQUEST_MALFORMED'],
    [
      'headers without end',
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}`],
      431,
      'ERR_HEADERS_TOO_LARGE'
    ],
    ['a head that never ends', ['GET / HTTP/1.1\r\nhost: a\r\n'], 408, 'ERR_REQUEST_TIMEOUT'],
    [
      'a body that never comes',
      [post(json, 'content-length: 100'), '{"text"'],
      408,
      'ERR_REQUEST_TIMEOUT'
    ],
    [
      'a body drop by drop',
      [post(json, 'content-length: 100'), ...Array(8).fill(['{', 90]).flat()],
      408,
      'ERR_REQUEST_TIMEOUT'
    ]
  ] as const)('[SEC4] refuses %s', async (_name, parts, status, code) => {
    const answer = await raw(...parts)
    expect(answer.head).toMatch(new RegExp(`^http/1.1 ${status} `))
    expect(answer.problem).toMatchObject({ status, code })
    expect(answer.head).toContain('content-type: application/problem+json')
    expect(answer.head).toContain('x-content-type-options: nosniff')
    expect(answer.head).toContain(`x-request-id: ${answer.problem.requestId}`)
  })

  it('[SEC4] refuses a chunked body that grows too large, before it has ended', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const answer = await raw(
      post(json, 'transfer-encoding: chunked', 'connection: close'),
      ...Array<string>(6).fill(chunk)
    )
    expect(answer.problem).toMatchObject({ status: 413, code: 'ERR_BODY_TOO_LARGE' })
  })

  it('[SEC4] is answered as before after all that', async () => {
    const answer = await fetch(`${listening.url}/api/chat/start`, { method: 'POST' })
    expect(answer.status).toBe(200)
  })
})

it('cannot take a port that is taken', async () => {
  const port = Number(new URL(listening.url).port)
  await expect(listen(house.server.fetch, { port, host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE'
  })
})
