import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from './harness.ts'

describe('orchestrate', () => {
  it('[O7.12] has keys of its own: no other route can meet its conversation', async () => {
    const bench = await openBench()
    const orchestrated = await bench.engine.orchestrate(me, { query: 'To Lisbon' }, { key: 'k' })
    answered(await orchestrated.result)
    for (const key of ['k', 'orchestrate k', 'k#start']) {
      const started = await bench.engine.startWorkflow(me, {}, { key })
      expect(started.conversationId).not.toBe(orchestrated.conversationId)
      await started.result
    }
  })

  it('[O7.12] hands the turn out before the conversation is open, and follows both', async () => {
    const bench = await openBench()
    await bench.script({ on: 'start', delayMs: 300 })
    const began = performance.now()
    const turn = await bench.engine.orchestrate(me, { query: 'To Lisbon' }, { key: 'k' })
    expect(performance.now() - began).toBeLessThan(250)
    const names: string[] = []
    for await (const { event } of turn.events(null, new AbortController().signal)) names.push(event)
    expect(names[0]).toBe('turn-started')
    expect(names.at(-1)).toBe('turn-committed')
    expect(answered(await turn.result)).toMatchObject({ turn: 2 })
  })

  it('[O7.12] sends nothing when the conversation cannot be opened', async () => {
    const bench = await openBench()
    await bench.script({ on: 'start', fault: { kind: 'status', status: 503 } })
    const turn = await bench.engine.orchestrate(me, { query: 'To Lisbon' }, { key: 'k' })
    await expect(turn.result).rejects.toMatchObject({ retryable: true })
    expect(await turn.underWay).toBe(false)
    expect(await bench.posts()).toBe(0)
    const again = await bench.engine.orchestrate(me, { query: 'To Lisbon' }, { key: 'k' })
    expect(answered(await again.result).turn).toBe(2)
  })
})
