import { type Clock, systemClock } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import travelRequest from '../../../../workflows/travel-request.ts'
import { answered, type Bench, openBench } from './harness.ts'

const unusable = { style: 'fenced', text: 'Here.', envelope: { travellers: 99 } } as const
const usable = { style: 'fenced', text: 'Two.', envelope: { data: { travellers: 2 } } } as const

const seen = (bench: Bench, name: 'parse-circuit' | 'agent-circuit') =>
  bench.observed.flatMap(event => (event.event === name ? [event.state] : []))

describe('the circuit for answers that cannot be used', () => {
  it('[O10.2] opens after three turns in a row and closes with the first answer that can be', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ ...unusable, times: 6 })
    const modes: string[] = []
    for (const text of ['one', 'two', 'three'])
      modes.push(answered(await bench.send(id, text)).workflowState.mode)
    expect(modes).toEqual(['structured', 'structured', 'passthrough'])
    expect(await bench.posts()).toBe(6)
    expect(bench.engine.circuits().conversations).toBe(1)

    // From here on the agent is not asked again, and words are shown as they are.
    await bench.script(unusable, { text: 'Just words.' }, usable)
    expect(answered(await bench.send(id, 'four')).workflowState.mode).toBe('passthrough')
    const words = answered(await bench.send(id, 'five'))
    expect(words.messages[0]?.text).toBe('Just words.')
    expect(words.workflowState.mode).toBe('passthrough')
    expect(await bench.posts()).toBe(8)

    const closed = answered(await bench.send(id, 'six')).workflowState
    expect(closed).toMatchObject({ mode: 'structured', collectedData: { travellers: 2 } })
    expect(seen(bench, 'parse-circuit')).toEqual(['open', 'closed'])
    expect(bench.engine.circuits().conversations).toBe(0)

    await bench.script(unusable, usable)
    await bench.send(id, 'seven')
    expect(await bench.posts()).toBe(11)
  })

  it('[O10.2] two in a row are not enough, and one that can be used starts the count anew', async () => {
    const bench = await openBench({ workflows: [{ ...travelRequest, reask: 0 }] })
    const id = await bench.start()
    await bench.script(unusable, unusable, usable, unusable, unusable)
    const modes: string[] = []
    for (const text of ['1', '2', '3', '4', '5'])
      modes.push(answered(await bench.send(id, text)).workflowState.mode)
    expect(new Set(modes)).toEqual(new Set(['structured']))
    expect(seen(bench, 'parse-circuit')).toEqual([])
  })

  it('[O10.2] ends the conversation where the workflow wants that', async () => {
    const workflow = { ...travelRequest, reask: 0, onParseErrors: 'error' } as const
    const bench = await openBench({ workflows: [workflow] })
    const id = await bench.start()
    await bench.script({ ...unusable, times: 3 })
    for (const text of ['1', '2']) await bench.send(id, text)
    expect(answered(await bench.send(id, '3')).workflowState).toMatchObject({
      status: 'error',
      result: 'failed'
    })
  })
})

/** The clock of this machine with hands that can be moved. */
const movable = (): Clock & { pass: (milliseconds: number) => void } => {
  let passed = 0
  return {
    ...systemClock,
    elapsed: () => systemClock.elapsed() + passed,
    pass(milliseconds) {
      passed += milliseconds
    }
  }
}

describe('the circuit for an agent that fails', () => {
  const fails = { fault: { kind: 'status', status: 503 } } as const

  const broken = async () => {
    const clock = movable()
    const bench = await openBench({ clock, circuit: { failures: 3, rest: 60_000 } })
    const id = await bench.start()
    await bench.script({ ...fails, times: 3 })
    for (const key of ['1', '2', '3'])
      expect(await bench.send(id, 'Hi', key)).toMatchObject({ kind: 'failed' })
    return { bench, clock, id }
  }

  it('[O10.2] opens after failures in a row: nothing is sent, and the same key may try later', async () => {
    const { bench, clock, id } = await broken()
    expect(bench.engine.circuits().agents).toEqual([
      {
        channel: 'copilot-studio',
        workflow: 'travel-request',
        state: 'open',
        retryAfter: expect.any(Number)
      }
    ])
    await expect(bench.send(id, 'To Lisbon', 'k')).rejects.toMatchObject({
      code: 'ERR_CIRCUIT_OPEN',
      retryable: true,
      details: { sent: false, retryAfter: expect.any(Number) }
    })
    await expect(bench.start()).rejects.toMatchObject({ code: 'ERR_CIRCUIT_OPEN' })
    expect(await bench.posts()).toBe(3)
    // Another workflow has another agent.
    await bench.start('small-talk')

    clock.pass(61_000)
    expect(answered(await bench.send(id, 'To Lisbon', 'k')).outcome).toBe('committed')
    expect(bench.engine.circuits().agents).toEqual([])
    expect(seen(bench, 'agent-circuit')).toEqual(['open', 'half-open', 'closed'])
    expect(await bench.posts()).toBe(4)
  })

  it('[O10.2] lets one turn try at a time, and rests again when that fails', async () => {
    const { bench, clock, id } = await broken()
    clock.pass(61_000)
    await bench.script({ ...fails, delayMs: 0, headersDelayMs: 300 })
    const trial = bench.send(id, 'To Lisbon')
    while ((await bench.posts()) < 4);
    const others = await Promise.allSettled([bench.start(), bench.start(), bench.start()])
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await trial).toMatchObject({ kind: 'failed' })
    expect(bench.engine.circuits().agents[0]?.state).toBe('open')
    await expect(bench.send(id, 'again')).rejects.toMatchObject({ code: 'ERR_CIRCUIT_OPEN' })
    expect(await bench.posts()).toBe(4)
  })

  it('[O10.2] rests for longer after each trial that fails, up to the longest', async () => {
    const clock = movable()
    const circuit = { failures: 1, rest: 50_000, longestRest: 150_000 }
    const bench = await openBench({ clock, circuit })
    const id = await bench.start()
    await bench.script({ ...fails, times: 4 })
    const rests: number[] = []
    for (const key of ['1', '2', '3', '4']) {
      await bench.send(id, 'Hi', key)
      rests.push(bench.engine.circuits().agents[0]?.retryAfter ?? 0)
      clock.pass(200_000)
    }
    expect(rests.map(rest => Math.round(rest / 10) * 10)).toEqual([50, 100, 150, 150])
    await bench.send(id, 'To Lisbon')
    await bench.script(fails)
    await bench.send(id, 'Hi', '5')
    expect(Math.round((bench.engine.circuits().agents[0]?.retryAfter ?? 0) / 10)).toBe(5)
  })

  it('[O10.2] rests for as long as the agent asks for', async () => {
    const bench = await openBench({ clock: movable(), circuit: { failures: 1, rest: 1000 } })
    const id = await bench.start()
    await bench.script({ fault: { kind: 'status', status: 429, retryAfter: 600 } })
    await expect(bench.send(id, 'Hi')).rejects.toMatchObject({ code: 'ERR_CHANNEL_REJECTED' })
    expect(bench.engine.circuits().agents[0]?.retryAfter).toBeGreaterThan(590)
  })

  it.each([401, 403, 404, 400])('[O10.2] %i says nothing about the agent', async status => {
    const bench = await openBench({ circuit: { failures: 2, rest: 60_000 } })
    const id = await bench.start()
    await bench.script({ fault: { kind: 'status', status }, times: 4 })
    for (const key of ['1', '2', '3', '4']) await bench.send(id, 'Hi', key).catch(() => {})
    expect(bench.engine.circuits().agents).toEqual([])
    expect(await bench.posts()).toBe(4)
  })

  it('[O10.2] a success in between starts the count anew', async () => {
    const bench = await openBench({ circuit: { failures: 2, rest: 60_000 } })
    const id = await bench.start()
    await bench.script(fails, {}, fails, {}, fails)
    for (const key of ['1', '2', '3', '4', '5']) await bench.send(id, 'Hi', key)
    expect(seen(bench, 'agent-circuit')).toEqual([])
    expect(await bench.posts()).toBe(5)
  })
})
