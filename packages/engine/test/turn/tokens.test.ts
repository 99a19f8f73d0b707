import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from './harness.ts'

describe('a channel that acts for the user', () => {
  it('[O7.11] runs each waiting turn with the token of its own request', async () => {
    const used: [string, string | null][] = []
    const bench = await openBench({
      lease: 300,
      channelSettings: {
        token: undefined,
        fetch: (url, init) => {
          const body = new Headers(init?.headers).get('authorization')
          used.push([String(url), body])
          return fetch(url, init)
        }
      }
    })
    const as = (token: string) => ({ ...me, token })
    const start = await bench.engine.startWorkflow(as('t-start'), { workflowId: 'small-talk' })
    await start.result
    const { conversationId } = start
    await bench.script({ times: 3, delayMs: 30 })
    const results = await Promise.all(
      ['one', 'two', 'three'].map(
        async text =>
          (await bench.engine.processUserInput(as(`t-${text}`), { conversationId, text })).result
      )
    )
    expect(results.map(result => answered(result).outcome)).toEqual(Array(3).fill('committed'))
    expect(used.map(([, authorization]) => authorization).sort()).toEqual(
      ['t-start', 't-one', 't-two', 't-three'].map(token => `Bearer ${token}`).sort()
    )
    // And it is kept nowhere.
    const entries = await bench.store.entries({ ...me, conversation: conversationId }, { limit: 9 })
    expect(JSON.stringify([entries, bench.observed])).not.toContain('t-one')
  })

  it('[O7.11] leaves the turns of others to their own requests after a crash', async () => {
    const bench = await openBench({ channelSettings: { token: undefined } })
    await bench.engine.recover()
    await expect(
      (await bench.engine.startWorkflow(me, {}, { key: 'k' })).result
    ).rejects.toMatchObject({ code: 'ERR_CHANNEL_REJECTED', details: { status: 401 } })
    expect(await bench.posts()).toBe(0)
    const again = await bench.engine.startWorkflow({ ...me, token: 't' }, {}, { key: 'k' })
    expect(answered(await again.result).turn).toBe(1)
  })
})
