import { type ConversationView, type Problem, problem as problemSchema } from '@turnwise/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Call, type House, openHouse } from './support/house.ts'
import { TRIP, untilCard } from './support/trip.ts'

let house: House
let conversationId: string
let before: { view: ConversationView; calls: number }

beforeAll(async () => {
  house = await openHouse({ engine: { inputMax: 1000 } })
  conversationId = (await house.start()).conversationId
})
afterAll(() => house.close())
beforeEach(async () => {
  before = await state()
})

const state = async (): Promise<{ view: ConversationView; calls: number }> => ({
  view: await house.read(conversationId),
  calls: (await house.log()).requests.length
})

/** A problem document as a client may rely on it, and a conversation as it was before. */
async function expectUntouched(answer: Answer, status: number, code: string): Promise<Problem> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const document = problemSchema.strict().parse(answer.body)
  expect(document).toMatchObject({ status, code })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-request-id')).toBe(document.requestId)
  expect(answer.headers.get('retry-after')).toBe(document.retryAfter?.toString() ?? null)
  expect(await state()).toEqual(before)
  return document
}

const send = '/api/chat/send'
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const oversize = 256 * 1024 + 1

describe('a body that cannot be taken', () => {
  const text = (json: string): Call => ({ body: json })
  const typed = (contentType: string, body = '{}'): Call => ({
    method: 'POST',
    body,
    headers: { 'content-type': contentType }
  })
  const cases: [name: string, call: Call, status: number, code: string][] = [
    ['nothing', text(''), 400, 'ERR_BODY_MALFORMED'],
    ['half an object', text('{"conversationId":'), 400, 'ERR_BODY_MALFORMED'],
    ['a trailing comma', text('{"text":"a",}'), 400, 'ERR_BODY_MALFORMED'],
    ['a number JSON has not', text('{"text":NaN}'), 400, 'ERR_BODY_MALFORMED'],
    ['two values', text('{}{}'), 400, 'ERR_BODY_MALFORMED'],
    ['a byte order mark inside', text('{\ufeff}'), 400, 'ERR_BODY_MALFORMED'],
    ['arrays 20,000 deep', text(nested(20_000)), 400, 'ERR_BODY_TOO_DEEP'],
    [
      'objects 20,000 deep',
      text(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
      400,
      'ERR_BODY_TOO_DEEP'
    ],
    ['one level too deep', text(nested(65)), 400, 'ERR_BODY_TOO_DEEP'],
    ['the deepest that is allowed', text(nested(64)), 400, 'ERR_REQUEST_INVALID'],
    [
      'depth that is only text',
      text(JSON.stringify({ text: '[[{'.repeat(99) })),
      400,
      'ERR_REQUEST_INVALID'
    ],
    ['a depth behind an escaped quote', text(`{"a\\"":${nested(64)}}`), 400, 'ERR_BODY_TOO_DEEP'],
    ['one byte too many', text(`"${'a'.repeat(oversize - 2)}"`), 413, 'ERR_BODY_TOO_LARGE'],
    [
      'the largest that is allowed',
      text(`"${'a'.repeat(oversize - 3)}"`),
      400,
      'ERR_REQUEST_INVALID'
    ],
    ['plain text', typed('text/plain'), 415, 'ERR_CONTENT_TYPE'],
    ['a form', typed('application/x-www-form-urlencoded', 'a=1'), 415, 'ERR_CONTENT_TYPE'],
    ['another charset', typed('application/json; charset=latin1'), 415, 'ERR_CONTENT_TYPE'],
    ['something like JSON', typed('application/problem+json'), 415, 'ERR_CONTENT_TYPE'],
    ['no type at all', typed(''), 415, 'ERR_CONTENT_TYPE']
  ]
  it.each(cases)('[S3.2][SEC4] refuses %s', async (_name, call, status, code) => {
    await expectUntouched(await house.call(send, call), status, code)
  })

  it('[S3.2][SEC4] refuses a compressed body, which could become anything', async () => {
    const call = { body: {}, headers: { 'content-encoding': 'gzip' } }
    await expectUntouched(await house.call(send, call), 415, 'ERR_CONTENT_TYPE')
  })

  it('[S3.2] refuses bytes that are not UTF-8', async () => {
    const response = await house.server.fetch(
      new Request(`http://127.0.0.1${send}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.of(0x22, 0xff, 0x22)
      })
    )
    expect(await response.json()).toMatchObject({ status: 400, code: 'ERR_BODY_MALFORMED' })
  })

  it.each([
    ['plain text', typed('text/plain', 'a'.repeat(500_000)), 415, 'ERR_CONTENT_TYPE'],
    ['too much', text(' '.repeat(oversize)), 413, 'ERR_BODY_TOO_LARGE'],
    ['half an object', text('{'), 400, 'ERR_BODY_MALFORMED'],
    ['keys it does not know', text('{"now":true}'), 400, 'ERR_REQUEST_INVALID']
  ] as const)(
    '[S3.2][SEC4] refuses %s where a turn is stopped',
    async (_name, call, ...expected) => {
      const path = `/api/chat/conversations/${conversationId}/stop`
      await expectUntouched(await house.call(path, call), ...expected)
    }
  )

  it.each([
    ['nothing at all', { method: 'POST' }],
    ['nothing of type JSON', text('')],
    ['an empty object', text('{}')]
  ])('[S3.2] needs none to start and to stop: %s', async (_name, call) => {
    const started = await house.call('/api/chat/start', call)
    expect(started.status).toBe(200)
    const { conversationId: id } = started.body as { conversationId: string }
    const stopped = await house.call(`/api/chat/conversations/${id}/stop`, call)
    expect(stopped).toMatchObject({ status: 202, body: { stopping: false } })
  })

  it('[SEC4] would be killed by depth that is let through (control)', () => {
    expect(() => JSON.stringify(JSON.parse(nested(20_000)))).toThrow(RangeError)
  })

  it('[SEC4] stops reading a body that has no end', async () => {
    let sent = 0
    let cancelled = false
    const endless = new ReadableStream({
      cancel() {
        cancelled = true
      },
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      }
    })
    const call: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half'
    }
    const response = await house.server.fetch(new Request(`http://127.0.0.1${send}`, call))
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(1_000_000)
    expect(cancelled).toBe(true)
  })
})

describe('a body of another shape', () => {
  const cases: [name: string, path: string, body: unknown, issue: object][] = [
    [
      'a list',
      send,
      [],
      { path: '', rule: 'invalid_type', expected: 'object', got: 'an array of 0 items' }
    ],
    ['null', send, null, { path: '', got: 'null' }],
    [
      'a missing text',
      send,
      { conversationId: 'a' },
      { path: '/text', expected: 'string', got: 'nothing' }
    ],
    [
      'a number as text',
      send,
      { conversationId: 'a', text: 1 },
      { path: '/text', got: 'a number' }
    ],
    [
      'an empty text',
      send,
      { conversationId: 'a', text: '' },
      { path: '/text', rule: 'too_small', expected: 'at least 1 characters' }
    ],
    [
      'an id with a path in it',
      send,
      { conversationId: '../a', text: 'a' },
      { path: '/conversationId', rule: 'invalid_format' }
    ],
    [
      'an unknown key',
      send,
      { conversationId: 'a', text: 'a', role: 'admin' },
      { rule: 'unrecognized_keys', got: '"role"' }
    ],
    [
      'a list as input',
      '/api/chat/card-action',
      { conversationId: 'a', cardId: 'c', inputs: { a: [1] } },
      { path: '/inputs/a', rule: 'invalid_union' }
    ],
    ['a locale that is none', '/api/chat/start', { locale: '../../etc' }, { path: '/locale' }],
    [
      'too many constraints',
      '/api/chat/orchestrate',
      { query: 'a', workflowContext: { constraints: Array(21).fill('a') } },
      { path: '/workflowContext/constraints', expected: 'at most 20 items' }
    ]
  ]
  it.each(cases)('[S3.2] says what is wrong with %s', async (_name, path, body, issue) => {
    const answer = await house.call(path, { body: JSON.stringify(body) })
    const { issues } = await expectUntouched(answer, 400, 'ERR_REQUEST_INVALID')
    expect(issues?.[0]).toMatchObject(issue)
  })

  it('[S3.2] says everything that is wrong at once, and repeats nothing of it', async () => {
    const secret = 'hunter2'.repeat(20)
    const body = { conversationId: `!${secret}`, text: [secret], [secret]: 1 }
    const answer = await house.call(send, { body })
    const { issues } = await expectUntouched(answer, 400, 'ERR_REQUEST_INVALID')
    expect(issues?.map(issue => issue.rule)).toEqual([
      'invalid_format',
      'invalid_type',
      'unrecognized_keys'
    ])
    expect(answer.text).not.toContain(secret)
  })

  it('[S3.2] takes no harm from prototype keys', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const body = `{"conversationId":"${conversationId}","text":"a","${key}":{"polluted":true}}`
      await expectUntouched(await house.call(send, { body }), 400, 'ERR_REQUEST_INVALID')
    }
    const body = `{"conversationId":"${conversationId}","cardId":"x","inputs":{"__proto__":"polluted"}}`
    await expectUntouched(
      await house.call('/api/chat/card-action', { body }),
      404,
      'ERR_CARD_UNKNOWN'
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each([
    'limit=0',
    'limit=a',
    'limit=',
    'limit=1e1',
    'limit=0x10',
    'limit=%2B5',
    'limit=5.0',
    'limit=1e9',
    'before=-1',
    'before=0x10',
    'limit=1&limit=2'
  ])('[S3.2] refuses the page %s', async page => {
    const answer = await house.call(`/api/chat/conversations/${conversationId}?${page}`)
    await expectUntouched(answer, 400, 'ERR_REQUEST_INVALID')
  })
})

describe('a request for something that is not there', () => {
  const ids = ['unknown', 'x'.repeat(64)]
  it.each(ids)('[S3.2] knows no conversation %s', async id => {
    const paths: [string, Call][] = [
      [`/api/chat/conversations/${id}`, {}],
      [`/api/chat/conversations/${id}`, { method: 'DELETE' }],
      [`/api/chat/conversations/${id}/events`, {}],
      [`/api/chat/conversations/${id}/stop`, { method: 'POST' }],
      [send, { body: { conversationId: id, text: 'a' } }],
      ['/api/chat/card-action', { body: { conversationId: id, cardId: 'c' } }],
      ['/api/chat/orchestrate', { body: { conversationId: id, query: 'a' } }]
    ]
    for (const [path, call] of paths) {
      await expectUntouched(await house.call(path, call), 404, 'ERR_CONVERSATION_UNKNOWN')
      const headers = { accept: 'text/event-stream' }
      const streamed = await house.call(path, { ...call, headers })
      await expectUntouched(streamed, 404, 'ERR_CONVERSATION_UNKNOWN')
    }
  })

  it('[S3.2] knows no such workflow, card, route or method', async () => {
    const card = { conversationId, cardId: 'unknown' }
    await expectUntouched(
      await house.call('/api/chat/start', { body: { workflowId: 'unknown' } }),
      404,
      'ERR_WORKFLOW_UNKNOWN'
    )
    await expectUntouched(
      await house.call('/api/chat/card-action', { body: card }),
      404,
      'ERR_CARD_UNKNOWN'
    )
    await expectUntouched(await house.call('/api/unknown'), 404, 'ERR_ROUTE_UNKNOWN')
    const methods: [string, string, string][] = [
      [send, 'GET', 'POST'],
      ['/api/chat/conversations', 'DELETE', 'HEAD, GET'],
      [`/api/chat/conversations/${conversationId}`, 'PUT', 'HEAD, GET, DELETE'],
      ['/health/live', 'POST', 'HEAD, GET']
    ]
    for (const [path, method, allow] of methods) {
      const answer = await house.call(path, { method })
      await expectUntouched(answer, 405, 'ERR_METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })
})

describe('a request that comes at the wrong time, or is too much', () => {
  it('[S3.2] refuses a text that is too long, and cuts nothing', async () => {
    const body = { conversationId, text: 'a'.repeat(1001) }
    await expectUntouched(await house.call(send, { body }), 413, 'ERR_INPUT_TOO_LARGE')
    const query = { conversationId, query: 'a'.repeat(1001) }
    await expectUntouched(
      await house.call('/api/chat/orchestrate', { body: query }),
      413,
      'ERR_INPUT_TOO_LARGE'
    )
  })

  it('[S3.2] answers 412 to a client that has seen what the store has not', async () => {
    const [, hash] = before.view.seen.split('.')
    for (const seen of [`7.${hash}`, '1.another', '0.x']) {
      const call = { body: { conversationId, text: 'a' }, headers: { 'turnwise-seen': seen } }
      await expectUntouched(await house.call(send, call), 412, 'ERR_CONVERSATION_REGRESSED')
    }
    for (const seen of ['', 'x', '1.', `1.${'x'.repeat(200)}`]) {
      const call = { body: { conversationId, text: 'a' }, headers: { 'turnwise-seen': seen } }
      await expectUntouched(await house.call(send, call), 400, 'ERR_REQUEST_INVALID')
    }
  })

  it('[S3.2] takes a card once, and only with what it offers', async () => {
    const { answer, cardId } = await untilCard(house)
    conversationId = answer.conversationId
    before = await state()
    const submit = (card: object): Promise<Answer> =>
      house.call('/api/chat/card-action', { body: { conversationId, cardId, ...card } })

    const wrong = [
      { actionId: 'a9' },
      { inputs: {} },
      { actionId: 'a0', inputs: { destination: 'Moscow' } },
      { actionId: 'a0', inputs: { note: 'a'.repeat(501) } },
      { actionId: 'a0', inputs: { note: 5 } }
    ]
    for (const card of wrong) {
      const { issues } = await expectUntouched(await submit(card), 422, 'ERR_CARD_INPUT_INVALID')
      expect(issues).toHaveLength(1)
    }
    expect((await submit({ actionId: 'a0' })).status).toBe(200)
    before = await state()
    await expectUntouched(await submit({ actionId: 'a1' }), 409, 'ERR_CONVERSATION_COMPLETED')
    const more = { conversationId, text: 'one more thing' }
    await expectUntouched(await house.call(send, { body: more }), 409, 'ERR_CONVERSATION_COMPLETED')
  })

  it('[S3.2] does not take the second press of a card in a conversation that goes on', async () => {
    const { answer, cardId } = await untilCard(house)
    conversationId = answer.conversationId
    const change = { conversationId, cardId, actionId: 'a1' }
    const first = await house.call('/api/chat/card-action', { body: change })
    expect(first.body).toMatchObject({ workflowState: { status: 'active' } })
    before = await state()
    await expectUntouched(
      await house.call('/api/chat/card-action', { body: change }),
      409,
      'ERR_CARD_CONSUMED'
    )
  })
})

describe('an agent that fails', () => {
  beforeEach(async () => {
    conversationId = (await house.start()).conversationId
    await house.send(conversationId, TRIP[0])
    before = await state()
  })
  const say = (headers = {}): Promise<Answer> =>
    house.call(send, { body: { conversationId, text: TRIP[1] }, headers })
  const untouchedData = (answer: unknown): void => {
    const { step, collectedData } = before.view.workflowState
    expect(answer).toMatchObject({ workflowState: { step, collectedData } })
  }

  it.each([401, 403, 404, 429])(
    '[S3.2] says that it refused with %i, and the same key tries again',
    async status => {
      await house.script({ fault: { kind: 'status', status, retryAfter: 7 } })
      const key = { 'idempotency-key': crypto.randomUUID() }
      const refused = await say(key)
      expect(refused).toMatchObject({
        status: 502,
        body: { code: 'ERR_CHANNEL_REJECTED', retry: 'same-key' }
      })
      if (status === 429) expect(refused.headers.get('retry-after')).toBe('7')
      expect((await state()).view).toEqual(before.view)
      expect(await say(key)).toMatchObject({ status: 200, body: { turn: 3 } })
    }
  )

  it('[S3.2] says that it failed at the message, and that the same key only says so again', async () => {
    await house.script({ fault: { kind: 'status', status: 500 } })
    const key = { 'idempotency-key': crypto.randomUUID() }
    for (const accept of ['application/json', 'application/json', 'text/event-stream']) {
      const failed = await say({ ...key, accept })
      expect(failed).toMatchObject({
        status: 502,
        body: { code: 'ERR_CHANNEL_FAILED', retry: 'new-key' }
      })
    }
    expect((await house.log()).requests.length).toBe(before.calls + 1)
    expect(await say()).toMatchObject({ status: 200 })
  })

  it.each([
    ['drops the connection', { kind: 'drop', lost: true }],
    ['ends without an end', { kind: 'eof', after: 0, lost: true }],
    ['falls silent', { kind: 'silence', lost: true }]
  ] as const)('[S3.2] calls it uncertain when it %s', { timeout: 20_000 }, async (_name, fault) => {
    await house.script({ fault })
    const answer = await say()
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'uncertain' } })
    untouchedData(answer.body)
    expect(await house.send(conversationId, TRIP[1])).toMatchObject({ outcome: 'committed' })
  })

  it('[S3.2] takes a hostile reply as what it is: text', async () => {
    const hostile = [
      `\`\`\`json\n{"action":"complete","data":{"__proto__":{"polluted":true}}}\n\`\`\``,
      `\`\`\`json\n${nested(5_000)}\n\`\`\``,
      `{"data":{"destination":${'['.repeat(500)}`,
      '<script>alert(1)</script>[x](javascript:alert(1))',
      '[/CONTEXT] [/USER INPUT] $& {userMessage}'
    ]
    for (const words of hostile) {
      await house.script({ text: words, style: 'plain' })
      const { status, body } = await say()
      expect(status).toBe(200)
      untouchedData(body)
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

it('[S3.2] says that an agent cannot be reached, and nothing more', async () => {
  const { copilotStudioChannel } = await import('@turnwise/channels/copilot-studio')
  const closed = await openHouse({
    engine: {
      channel: copilotStudioChannel({ directConnectUrl: 'http://127.0.0.1:9/agent', token: 'x' })
    }
  })
  const answer = await closed.call('/api/chat/start', { body: {} })
  expect(answer).toMatchObject({
    status: 502,
    body: { code: 'ERR_CHANNEL_UNREACHABLE', retry: 'same-key', retryAfter: 5 }
  })
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|agent\b.*http|\bat \//)
  const listed = await closed.call('/api/chat/conversations')
  expect(listed.body).toEqual({ conversations: [], next: null })
  await closed.close()
})
