import {
  conversationList,
  conversationView,
  type Problem,
  turnAnswer,
  workflowList
} from '@turnwise/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from './support/house.ts'
import { TRIP, untilCard } from './support/trip.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('the routes of a turn', () => {
  it('[S1.1][S1.2] takes a travel request from its greeting to its completion', async () => {
    const greeting = await house.start({ workflowId: 'travel-request', locale: 'en-GB' })
    expect(turnAnswer.parse(greeting)).toEqual(greeting)
    expect(greeting).toMatchObject({ turn: 1, outcome: 'committed' })
    expect(greeting.messages[0]?.role).toBe('assistant')

    let answer = greeting
    for (const text of TRIP) {
      answer = await house.send(greeting.conversationId, text)
      expect(turnAnswer.parse(answer)).toEqual(answer)
    }
    expect(answer.workflowState).toMatchObject({
      status: 'active',
      turnCount: 5,
      collectedData: { destination: 'Lisbon', departureDate: '2026-12-10', travellers: 2 }
    })

    const cardId = answer.messages.find(message => message.cardId)?.cardId
    const submit = { conversationId: greeting.conversationId, cardId, actionId: 'a0', inputs: {} }
    const done = await house.call('/api/chat/card-action', { body: submit })
    expect(done.status).toBe(200)
    expect(turnAnswer.parse(done.body)).toMatchObject({
      turn: 7,
      workflowState: { status: 'completed', progress: 1, result: 'success' },
      extractedPayload: { data: { destination: 'Lisbon' } }
    })
  })

  it('[S1.1] accepts `data` as another name of the inputs of a card', async () => {
    const { answer, cardId } = await untilCard(house)
    const { conversationId } = answer
    const submit = { conversationId, cardId, actionId: 'a0', data: { note: 'a window seat' } }
    const done = await house.call('/api/chat/card-action', { body: submit })
    expect(done.body).toMatchObject({ workflowState: { status: 'completed' } })
    const { requests } = await house.log()
    expect(requests.at(-1)?.activity?.value).toMatchObject({ note: 'a window seat' })
  })

  it('[S1.1][O11.1] forks a conversation after any of its turns, once for each key', async () => {
    const { conversationId } = await house.start()
    await house.send(conversationId, 'I want to go to Oslo')
    const path = `/api/chat/conversations/${conversationId}/fork`
    const call = { body: { turn: 2 }, headers: { 'idempotency-key': 'fork-once' } }
    const fork = await house.call(path, call)
    const answer = turnAnswer.parse(fork.body)
    expect(answer.conversationId).not.toBe(conversationId)
    expect(answer.workflowState.collectedData).toMatchObject({ destination: 'Oslo' })
    expect((await house.call(path, call)).body).toEqual(fork.body)
    expect((await house.read(answer.conversationId)).messages).toHaveLength(4)

    const bad: [number, object][] = [
      [404, { turn: 3 }],
      [400, { turn: 0 }],
      [400, { turn: 1, conversationId }]
    ]
    for (const [status, body] of bad) expect((await house.call(path, { body })).status).toBe(status)
    expect((await house.call('/api/chat/conversations/nowhere/fork', { body: {} })).status).toBe(
      404
    )
  })

  it('[S1.1] orchestrates a query without a conversation, and goes on in the one it opened', async () => {
    const first = await house.call('/api/chat/orchestrate', {
      body: { query: 'I want to go to Oslo' }
    })
    const answer = turnAnswer.parse(first.body)
    expect(answer).toMatchObject({
      turn: 2,
      workflowState: { collectedData: { destination: 'Oslo' } }
    })
    const { conversationId } = answer
    const second = await house.call('/api/chat/orchestrate', {
      body: { conversationId, query: '2026-12-10', workflowContext: { constraints: ['be brief'] } }
    })
    expect(turnAnswer.parse(second.body)).toMatchObject({
      conversationId,
      turn: 3,
      workflowState: { collectedData: { destination: 'Oslo', departureDate: '2026-12-10' } }
    })
    const { requests } = await house.log()
    expect(requests.at(-1)?.text).toContain('be brief')
  })

  it('[S1.1] starts without a body as with an empty one', async () => {
    const answer = await house.call('/api/chat/start', { method: 'POST' })
    expect(turnAnswer.parse(answer.body)).toMatchObject({
      turn: 1,
      workflowState: { workflowId: 'travel-request' }
    })
  })

  it('[O4.1] shows a plain-text agent byte for byte', async () => {
    const { conversationId } = await house.start({ workflowId: 'small-talk' })
    const words = 'Hm — “so”?\n\n  <b>&amp;</b> \\n 🙂'
    await house.script({ text: words, style: 'plain' })
    const answer = await house.send(conversationId, 'hello')
    expect(answer.messages.map(message => message.text)).toEqual([words])
  })

  it('[S1.1] makes text well-formed before anybody sees it', async () => {
    const { conversationId } = await house.start({ workflowId: 'small-talk' })
    const body = `{"conversationId":${JSON.stringify(conversationId)},"text":"a\\ud800b"}`
    expect((await house.call('/api/chat/send', { body })).status).toBe(200)
    const { requests } = await house.log()
    expect(requests.at(-1)?.text).toBe('a\ufffdb')
    expect((await house.read(conversationId)).messages.map(message => message.text)).toContain(
      'a\ufffdb'
    )
  })
})

describe('the routes of a conversation', () => {
  it('[S1.1][S1.2] reads a transcript page by page', async () => {
    const { conversationId } = await house.start()
    const last = await house.send(conversationId, 'I want to go to Rome')
    const path = `/api/chat/conversations/${conversationId}`
    const whole = conversationView.parse((await house.call(path)).body)
    expect(whole).toMatchObject({ conversationId, running: null, before: null, seen: last.seen })
    expect(whole.messages.map(message => message.role)).toEqual(['assistant', 'user', 'assistant'])

    const newest = conversationView.parse((await house.call(`${path}?limit=1`)).body)
    expect(newest.before).toBe(2)
    const older = conversationView.parse((await house.call(`${path}?limit=1&before=2`)).body)
    expect([...older.messages, ...newest.messages]).toEqual(whole.messages)
  })

  it('[S1.1] lists own conversations, last used first, page by page', async () => {
    const headers = { 'x-test-user': 'lister' }
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const { body } = await house.call('/api/chat/start', { body: {}, headers })
      ids.unshift(turnAnswer.parse(body).conversationId)
    }
    const first = conversationList.parse(
      (await house.call('/api/chat/conversations?limit=2', { headers })).body
    )
    const cursor = encodeURIComponent(first.next ?? '')
    const second = conversationList.parse(
      (await house.call(`/api/chat/conversations?limit=2&cursor=${cursor}`, { headers })).body
    )
    const listed = [...first.conversations, ...second.conversations]
    expect(listed.map(conversation => conversation.conversationId)).toEqual(ids)
    expect(second.next).toBeNull()
  })

  it('[S1.1] deletes a conversation so that it looks like one that never was', async () => {
    const { conversationId } = await house.start()
    const path = `/api/chat/conversations/${conversationId}`
    expect((await house.call(path, { method: 'DELETE' })).status).toBe(204)
    const deleted = await house.call(path)
    const never = await house.call('/api/chat/conversations/never-was')
    expect(withoutRequest(deleted.body)).toEqual(withoutRequest(never.body))
    expect((await house.call(path, { method: 'DELETE' })).status).toBe(404)

    const say = (id: string): ReturnType<House['call']> =>
      house.call('/api/chat/send', { body: { conversationId: id, text: 'hello' } })
    const [gone, unknown] = [await say(conversationId), await say('never-was')]
    expect(withoutRequest(gone.body)).toEqual(withoutRequest(unknown.body))
  })

  it('[S3.2] tells nobody whether somebody else has a conversation', async () => {
    const { conversationId } = await house.start()
    const other = { 'x-test-user': 'somebody else' }
    const paths = [
      [`/api/chat/conversations/${conversationId}`, 'GET'],
      [`/api/chat/conversations/${conversationId}`, 'DELETE'],
      [`/api/chat/conversations/${conversationId}/events`, 'GET'],
      [`/api/chat/conversations/${conversationId}/stop`, 'POST']
    ] as const
    for (const [path, method] of paths) {
      const theirs = await house.call(path, { method, headers: other })
      const never = await house.call(path.replace(conversationId, 'never-was'), { method })
      expect(theirs.status).toBe(404)
      expect(withoutRequest(theirs.body)).toEqual(withoutRequest(never.body))
      expect(headersOf(theirs.headers)).toEqual(headersOf(never.headers))
    }
    const body = { conversationId, text: 'hello' }
    const theirs = await house.call('/api/chat/send', { body, headers: other })
    const never = await house.call('/api/chat/send', {
      body: { ...body, conversationId: 'never-was' }
    })
    expect(withoutRequest(theirs.body)).toEqual(withoutRequest(never.body))
    expect((await house.read(conversationId)).messages).toHaveLength(1)
  })

  it('[S1.1] says what can be started, and that the agent is simulated', async () => {
    const list = workflowList.parse((await house.call('/api/chat/workflows')).body)
    expect(list.simulatedAgent).toBe(true)
    expect(list.workflows).toEqual([
      { id: 'it-incident', version: 1, title: 'IT incident', default: false },
      { id: 'onboarding', version: 1, title: 'Onboarding', default: false },
      { id: 'payment', version: 1, title: 'Payment', default: false },
      { id: 'small-talk', version: 1, title: 'Small talk', default: false },
      { id: 'travel-request', version: 1, title: 'Travel request', default: true }
    ])
  })

  it('[S1.1] says that there is nothing to stop in an idle conversation', async () => {
    const { conversationId } = await house.start()
    const answer = await house.call(`/api/chat/conversations/${conversationId}/stop`, {
      method: 'POST'
    })
    expect(answer).toMatchObject({ status: 202, body: { stopping: false } })
  })
})

const withoutRequest = (body: unknown): unknown => {
  const { requestId, ...rest } = body as Problem
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  return rest
}

const headersOf = (headers: Headers): unknown => {
  const { 'x-request-id': _, ...rest } = Object.fromEntries(headers)
  return rest
}
