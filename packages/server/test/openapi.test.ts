import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Call, type House, openHouse } from './support/house.ts'
import { departures } from './support/json-schema.ts'

type Operation = {
  parameters?: { name: string; in: string; schema: unknown }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<
    string,
    {
      headers?: Record<string, { required?: boolean }>
      content?: Record<string, { schema: unknown }>
    }
  >
}
type Document = {
  openapi: string
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

let house: House
let document: Document
beforeAll(async () => {
  house = await openHouse({ server: { idempotencyTtl: 3_600_000 } })
  document = (await house.call('/openapi.json')).body as Document
})
afterAll(() => house.close())

const ROUTES = [
  'POST /api/chat/start',
  'POST /api/chat/send',
  'POST /api/chat/card-action',
  'POST /api/chat/orchestrate',
  'GET /api/chat/conversations',
  'GET /api/chat/conversations/{id}',
  'DELETE /api/chat/conversations/{id}',
  'POST /api/chat/conversations/{id}/fork',
  'POST /api/chat/conversations/{id}/stop',
  'GET /api/chat/conversations/{id}/events',
  'GET /api/chat/workflows',
  'GET /api/console/conversations/{id}/history',
  'GET /health/live',
  'GET /health/ready'
]

describe('the OpenAPI document', () => {
  it('[S5.2] describes every route, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`)
    )
    expect(document.openapi).toBe('3.1.0')
    expect(described.sort()).toEqual([...ROUTES].sort())
  })

  it('[S5.2] names the shared schemas, and publishes how long answers are kept', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'StartRequest',
        'SendRequest',
        'CardActionRequest',
        'OrchestrateRequest',
        'TurnAnswer',
        'Message',
        'WorkflowState',
        'Conversation',
        'Problem'
      ])
    )
    expect(document.info.description).toContain('for 3600 seconds')
  })

  it('[S5.2][S3.2] declares what a turn needs and can answer', () => {
    const send = document.paths['/api/chat/send']?.post
    expect(send?.requestBody?.required).toBe(true)
    expect(send?.parameters?.map(({ name }) => name)).toEqual([
      'idempotency-key',
      'x-idempotency-key',
      'turnwise-seen',
      'last-event-id'
    ])
    expect(Object.keys(send?.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/event-stream'
    ])
    const problems = Object.entries(send?.responses ?? {}).filter(([status]) => status !== '200')
    expect(problems.map(([status]) => Number(status))).toEqual([
      400, 403, 404, 405, 408, 409, 412, 413, 415, 422, 429, 431, 500, 502, 503, 504
    ])
    for (const [, { content }] of problems) {
      expect(content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } }
      })
    }
  })
})

describe('what the OpenAPI document declares', () => {
  const operations = (): [route: string, operation: Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation
      ])
    )

  it('[S5.2] has for every route what befalls a request before its route is known', () => {
    for (const [route, { responses }] of operations()) {
      expect(Object.keys(responses), route).toEqual(
        expect.arrayContaining(['400', '403', '405', '408', '431', '500'])
      )
      expect(responses[405]?.headers, route).toHaveProperty('Allow')
    }
  })

  it('[S5.2] says with every 429 and 503 how long to wait', () => {
    let declared = 0
    for (const [route, { responses }] of operations()) {
      for (const status of [429, 503]) {
        const answer = responses[status]
        if (answer === undefined) continue
        declared++
        expect(answer.headers?.['Retry-After']?.required, `${route} ${status}`).toBe(true)
      }
    }
    expect(declared).toBeGreaterThan(10)
    const responses = document.paths['/api/chat/send']?.post?.responses
    expect(responses?.[404]).toBeDefined()
    expect(responses?.[409]?.headers?.['Retry-After']?.required).not.toBe(true)
    expect(responses?.[404]?.headers).toBeUndefined()
  })

  it('[S5.2] says where the ids of a card and of its actions are found', () => {
    const { properties } = document.components.schemas.CardActionRequest as {
      properties: Record<string, { description?: string }>
    }
    expect(properties.cardId?.description).toContain('message')
    expect(properties.actionId?.description).toContain('from 0')
  })

  it('[S5.2] has whole numbers for the size of a page', () => {
    const parameters = document.paths['/api/chat/conversations/{id}']?.get?.parameters
    expect(parameters?.map(({ name, schema }) => ({ name, schema }))).toMatchObject([
      { name: 'id' },
      { name: 'before', schema: { type: 'integer', minimum: 1 } },
      { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } }
    ])
  })
})

describe('every answer', () => {
  const conforms = (route: string, answer: Answer): void => {
    const [method = '', path = ''] = route.split(' ')
    const declared = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status]
    expect(declared, `${route} does not declare ${answer.status}`).toBeDefined()
    const type = answer.headers.get('content-type')
    if (type === null) {
      expect(declared?.content).toBeUndefined()
      return
    }
    const schema = declared?.content?.[type]?.schema
    expect(schema, `${route} does not declare ${type}`).toBeDefined()
    if (type !== 'text/event-stream') {
      expect(departures(document, schema, answer.body)).toEqual([])
    }
  }

  it('[S5.2][S1.2] is one the document describes', async () => {
    const { conversationId } = await house.start()
    const id = { conversationId }
    const path = `/api/chat/conversations/${conversationId}`
    const stream = { accept: 'text/event-stream' }
    const calls: [route: string, path: string, call: Call][] = [
      ['POST /api/chat/start', '/api/chat/start', { body: {} }],
      ['POST /api/chat/start', '/api/chat/start', { body: { workflowId: 'unknown' } }],
      ['POST /api/chat/send', '/api/chat/send', { body: { ...id, text: 'I want to go to Faro' } }],
      ['POST /api/chat/send', '/api/chat/send', { body: { ...id, text: 'a' }, headers: stream }],
      ['POST /api/chat/send', '/api/chat/send', { body: {} }],
      ['POST /api/chat/send', '/api/chat/send', { body: '{' }],
      ['POST /api/chat/send', '/api/chat/send', { body: {}, headers: { 'content-type': 'a/b' } }],
      ['POST /api/chat/send', '/api/chat/send', { body: {}, headers: { origin: 'https://evil' } }],
      ['POST /api/chat/card-action', '/api/chat/card-action', { body: { ...id, cardId: 'x' } }],
      ['POST /api/chat/orchestrate', '/api/chat/orchestrate', { body: { query: 'a' } }],
      ['GET /api/chat/conversations', '/api/chat/conversations', {}],
      ['GET /api/chat/conversations', '/api/chat/conversations?limit=x', {}],
      ['GET /api/chat/conversations/{id}', path, {}],
      ['GET /api/chat/conversations/{id}', '/api/chat/conversations/unknown', {}],
      ['GET /api/chat/conversations/{id}', '/api/chat/conversations/a%20b', {}],
      [
        'GET /api/chat/conversations/{id}/events',
        `${path}/events`,
        { headers: { 'last-event-id': '1-1' } }
      ],
      ['POST /api/chat/conversations/{id}/stop', `${path}/stop`, { method: 'POST' }],
      [
        'GET /api/console/conversations/{id}/history',
        `/api/console/conversations/${conversationId}/history?limit=1`,
        {}
      ],
      ['POST /api/chat/conversations/{id}/fork', `${path}/fork`, { body: { turn: 1 } }],
      ['POST /api/chat/conversations/{id}/fork', `${path}/fork`, { body: { turn: 99 } }],
      [
        'POST /api/chat/conversations/{id}/stop',
        `${path}/stop`,
        { body: 'x', headers: { 'content-type': 'text/plain' } }
      ],
      ['GET /api/chat/workflows', '/api/chat/workflows', {}],
      ['GET /health/live', '/health/live', {}],
      ['GET /health/live', '/health/live', { headers: { origin: 'https://evil' } }],
      ['GET /health/live', '/health/live', { method: 'POST' }],
      ['GET /health/ready', '/health/ready', {}],
      ['DELETE /api/chat/conversations/{id}', path, { method: 'DELETE' }]
    ]
    for (const [route, at, call] of calls) conforms(route, await house.call(at, call))
    expect(new Set(calls.map(([route]) => route))).toEqual(new Set(ROUTES))
  })

  it('[S5.2] would be noticed if it were not (control)', () => {
    const schema = { $ref: '#/components/schemas/Problem' }
    const wrong = { type: 1, title: 'a', status: 400.5, code: 'a', requestId: 'a' }
    expect(departures(document, schema, wrong)).toEqual([
      '/type: type',
      '/status: type',
      '/retry: required'
    ])
  })
})
