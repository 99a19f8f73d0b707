import { describe, expect, it } from 'vitest'
import { answered, me, openBench, snapshot } from './harness.ts'

describe('forking a conversation', () => {
  it('[O11.1] goes on from any turn, and leaves the origin as it was', async () => {
    const bench = await openBench()
    const origin = await bench.start()
    await bench.send(origin, 'I want to go to Lisbon')
    const second = answered(await bench.send(origin, 'from 2026-12-10'))
    await bench.send(origin, 'two travellers')
    const before = await snapshot(bench, origin)

    const turn = await bench.engine.fork(me, { conversationId: origin, turn: second.turn })
    const fork = answered(await turn.result)
    expect(fork.conversationId).not.toBe(origin)
    expect(fork).toMatchObject({ turn: 1, outcome: 'committed' })
    expect(fork.workflowState).toMatchObject({
      ...second.workflowState,
      provenance: { destination: { origin: 'agent', surface: 'text', turn: 1 } }
    })
    expect(await snapshot(bench, origin)).toEqual(before)

    const view = await snapshot(bench, fork.conversationId)
    const texts = view?.messages.map(({ role, text }) => [role, text])
    const said = before?.messages.map(({ role, text }) => [role, text]) ?? []
    const taken = (texts?.length ?? 0) - 1
    expect(texts).toEqual([
      ...said.slice(0, taken),
      ['system', 'Continued from turn 3 of an earlier conversation.']
    ])
    expect(texts).toContainEqual(['user', 'from 2026-12-10'])
    expect(texts).not.toContainEqual(['user', 'two travellers'])
    expect(new Set(view?.messages.map(({ id }) => id)).size).toBe(view?.messages.length)

    const next = answered(await bench.send(fork.conversationId, 'three travellers'))
    expect(next.workflowState.collectedData).toMatchObject({
      destination: 'Lisbon',
      departureDate: '2026-12-10',
      travellers: 3
    })
  })

  it('[O11.1] primes a new far side with what had been collected', async () => {
    const bench = await openBench()
    const origin = await bench.start()
    await bench.send(origin, 'I want to go to Lisbon')
    const turn = await bench.engine.fork(me, { conversationId: origin })
    const { conversationId } = answered(await turn.result)
    await bench.send(conversationId, 'from 2026-12-10')
    const { requests } = await bench.log()
    const [, asked, , last] = requests
    expect(last?.conversationId).not.toBe(asked?.conversationId)
    expect(last?.activity?.text).toContain('"destination":"Lisbon"')
  })

  it('[O11.1][O7.1] opens one conversation for one key, also when the origin is gone', async () => {
    const bench = await openBench()
    const origin = await bench.start()
    const fork = async () => bench.engine.fork(me, { conversationId: origin }, { key: 'once' })
    const first = answered(await (await fork()).result)
    expect(answered(await (await fork()).result)).toEqual(first)
    await bench.engine.deleteConversation(me, origin)
    expect(answered(await (await fork()).result)).toEqual(first)
    const view = await snapshot(bench, first.conversationId)
    expect(view?.messages.length).toBeGreaterThan(1)
  })

  it('[O11.1] refuses what cannot be forked', async () => {
    const bench = await openBench()
    const origin = await bench.start()
    const refusal = (request: { conversationId: string; turn?: number }, caller = me) =>
      bench.engine.fork(caller, request).then(turn => turn.result)
    await expect(refusal({ conversationId: origin, turn: 2 })).rejects.toMatchObject({
      code: 'ERR_TURN_UNKNOWN'
    })
    await expect(refusal({ conversationId: 'nowhere' })).rejects.toMatchObject({
      code: 'ERR_CONVERSATION_UNKNOWN'
    })
    const stranger = { tenant: 'local', user: 'somebody-else' }
    await expect(refusal({ conversationId: origin }, stranger)).rejects.toMatchObject({
      code: 'ERR_CONVERSATION_UNKNOWN'
    })
  })
})
