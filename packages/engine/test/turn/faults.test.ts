import { describe, expect, it } from 'vitest'
import { answered, me, openBench, snapshot } from './harness.ts'

/** What must be as before after a turn that was refused. */
const untouched = async (bench: Awaited<ReturnType<typeof openBench>>, id: string) => {
  const view = await snapshot(bench, id)
  return { messages: view?.messages, state: view?.workflowState, seen: view?.seen }
}

describe('the agent refuses before doing anything', () => {
  it.each([401, 403, 404, 429])(
    '[O7.6] %i leaves everything as it was, and the same key may try again',
    async status => {
      const bench = await openBench()
      const id = await bench.start()
      const before = await untouched(bench, id)
      await bench.script({ fault: { kind: 'status', status, retryAfter: 7 } })
      await expect(bench.send(id, 'To Lisbon', 'k')).rejects.toMatchObject({
        code: 'ERR_CHANNEL_REJECTED',
        retryable: true,
        details: { status }
      })
      expect(await untouched(bench, id)).toEqual(before)
      expect(answered(await bench.send(id, 'To Lisbon', 'k')).turn).toBe(2)
      expect(await bench.posts()).toBe(2)
    }
  )

  it('[O7.6] an agent that is down leaves everything as it was', async () => {
    const bench = await openBench({ channelSettings: { directConnectUrl: 'http://127.0.0.1:9' } })
    await expect(
      (await bench.engine.startWorkflow(me, {}, { key: 'k' })).result
    ).rejects.toMatchObject({ code: 'ERR_CHANNEL_UNREACHABLE', retryable: true })
    expect(await bench.engine.listConversations(me, { cursor: null, limit: 5 })).toEqual({
      conversations: [],
      next: null
    })
  })
})

describe('the agent fails after it was asked', () => {
  it('[O7.6] a 5xx is a failed entry: told, stored, never sent again under the key', async () => {
    const bench = await openBench()
    const id = await bench.start()
    const before = await untouched(bench, id)
    await bench.script({ fault: { kind: 'status', status: 500 } })
    const result = await bench.send(id, 'To Lisbon', 'k')
    expect(result).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CHANNEL_FAILED', details: { status: 500 } },
      answer: { turn: 2, outcome: 'failed' }
    })
    const after = await untouched(bench, id)
    expect(after.state).toEqual({ ...before.state, turnCount: 1 })
    expect(await bench.send(id, 'To Lisbon', 'k')).toEqual({ ...result, replayed: true })
    expect(await bench.posts()).toBe(1)
  })

  it.each([
    ['cut before the first activity', { kind: 'drop', after: 0 }],
    ['cut in the middle', { kind: 'drop', after: 1 }],
    ['ended without an end', { kind: 'eof', after: 1 }]
  ] as const)('[O7.7] reads the reply back when it was %s', async (_, fault) => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ fault })
    const answer = answered(await bench.send(id, 'To Lisbon from 3 to 6 May 2027'))
    expect(answer.outcome).toBe('committed')
    expect(answer.workflowState.collectedData).toMatchObject({ destination: 'Lisbon' })
    expect(await bench.posts()).toBe(1)
  })

  it.each([
    ['cut before the first activity', { kind: 'drop', after: 0, lost: true }],
    ['cut in the middle', { kind: 'drop', after: 1, lost: true }],
    ['ended without an end', { kind: 'eof', after: 1, lost: true }],
    ['silent', { kind: 'silence', after: 0, lost: true }]
  ] as const)('[O7.8] is uncertain when it was %s and cannot be read back', async (_, fault) => {
    const bench = await openBench({ channelSettings: { idleTimeout: 400, recoverDeadline: 400 } })
    const id = await bench.start()
    await bench.send(id, 'To Lisbon')
    const before = await untouched(bench, id)
    await bench.script({ fault })

    const result = await bench.send(id, 'from 3 to 6 May 2027', 'k')
    expect(answered(result)).toMatchObject({ outcome: 'uncertain', turn: 3 })
    const after = await untouched(bench, id)
    expect(after.state).toEqual({ ...before.state, turnCount: 2 })
    expect(after.messages?.at(-1)).toMatchObject({ role: 'system', kind: 'status' })

    expect(await bench.send(id, 'from 3 to 6 May 2027', 'k')).toEqual({ ...result, replayed: true })
    expect(await bench.posts()).toBe(2)
    const again = answered(await bench.send(id, 'from 3 to 6 May 2027', 'another key'))
    expect(again.workflowState.collectedData).toMatchObject({ departureDate: '2027-05-03' })
    expect(await bench.posts()).toBe(3)
  })

  it('[P6.2] an error-code text is a failed turn, not an answer', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ style: 'error-code', errorCode: 'GenAIToolPlannerRateLimitReached' })
    expect(await bench.send(id, 'To Lisbon')).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CHANNEL_REJECTED', details: { status: 429 } }
    })
  })
})

describe('our own code breaks on a reply', () => {
  const broken = { id: 'travel-request', version: 1 }

  it('[O7.9] ends as one failed entry and does not block the conversation', async () => {
    const { default: travel } = await import('../../../../workflows/travel-request.ts')
    const steps = new Proxy(travel.steps, {
      get(target, property, receiver) {
        if (property === 'find') throw new TypeError('a bug of ours')
        return Reflect.get(target, property, receiver)
      }
    })
    let breaks = false
    const workflow = {
      ...travel,
      get steps() {
        return breaks ? steps : travel.steps
      }
    }
    const bench = await openBench({ workflows: [workflow] })
    const id = await bench.start(broken.id)
    breaks = true
    const result = await bench.send(id, 'To Lisbon', 'k')
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'ERR_TURN_FAILED' } })
    expect(bench.observed.filter(({ event }) => event === 'bug')).toHaveLength(1)
    expect(await bench.send(id, 'To Lisbon', 'k')).toEqual({ ...result, replayed: true })
    breaks = false
    expect(answered(await bench.send(id, 'To Lisbon')).workflowState.status).toBe('active')
  })
})
