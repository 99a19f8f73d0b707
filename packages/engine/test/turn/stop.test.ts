import { describe, expect, it } from 'vitest'
import { answered, me, openBench, snapshot } from './harness.ts'

describe('stop', () => {
  it('[S1.3] ends a running turn within a second and keeps what was shown', async () => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    await bench.script({
      text: 'one two three four five six seven eight',
      style: 'streamed',
      stepMs: 150
    })
    const turn = await bench.engine.processUserInput(me, { conversationId: id, text: 'go on' })
    let shown = ''
    for await (const event of turn.events(null, new AbortController().signal)) {
      if (event.event !== 'message-delta') continue
      shown += event.data.text
      break
    }
    const began = performance.now()
    expect(await bench.engine.stop(me, id)).toBe(true)
    const answer = answered(await turn.result)
    expect(performance.now() - began).toBeLessThan(1000)
    expect(answer.outcome).toBe('stopped')
    expect(answer.messages[0]?.text?.startsWith(shown)).toBe(true)
    expect(answered(await bench.send(id, 'again')).outcome).toBe('committed')
  })

  it('says when there is nothing to stop, and knows only own conversations', async () => {
    const bench = await openBench()
    const id = await bench.start()
    expect(await bench.engine.stop(me, id)).toBe(false)
    expect(await bench.engine.stop({ ...me, user: 'somebody else' }, id)).toBeNull()
  })
})

describe('own conversations', () => {
  it('[O1.2] are unknown to other users and tenants in every operation', async () => {
    const bench = await openBench()
    const id = await bench.start()
    for (const other of [
      { ...me, user: 'other' },
      { ...me, tenant: 'other' }
    ]) {
      const page = { before: null, limit: 5 }
      expect(await bench.engine.readConversation(other, id, page)).toBeNull()
      expect(await bench.engine.deleteConversation(other, id)).toBe(false)
      expect(await bench.engine.events(other, id, null, new AbortController().signal)).toBeNull()
      const list = await bench.engine.listConversations(other, { cursor: null, limit: 5 })
      expect(list.conversations).toEqual([])
      const turn = await bench.engine.processUserInput(other, { conversationId: id, text: 'hi' })
      await expect(turn.result).rejects.toMatchObject({ code: 'ERR_CONVERSATION_UNKNOWN' })
    }
    expect(await bench.posts()).toBe(0)
  })

  it('[O1.4] leave nothing behind when deleted, also in the middle of a turn', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ delayMs: 200 })
    const running = bench.send(id, 'To Lisbon', 'k')
    const refused = expect(running).rejects.toMatchObject({ code: 'ERR_CONVERSATION_GONE' })
    await new Promise(resolve => setTimeout(resolve, 80))
    expect(await bench.engine.deleteConversation(me, id)).toBe(true)
    await refused
    expect(await snapshot(bench, id)).toBeNull()
    await expect(bench.send(id, 'To Lisbon', 'k')).rejects.toMatchObject({
      code: 'ERR_CONVERSATION_GONE'
    })
  })
})

describe('what the client has seen', () => {
  it('[O7.4] refuses a client that knows more, or something else, than the store', async () => {
    const bench = await openBench()
    const id = await bench.start()
    const { seen } = answered(await bench.send(id, 'To Lisbon'))
    const send = async (claimed: string) =>
      (
        await bench.engine.processUserInput(
          me,
          { conversationId: id, text: 'two people' },
          { seen: claimed }
        )
      ).result
    for (const claimed of [`9.${'x'.repeat(43)}`, `2.${'x'.repeat(43)}`])
      await expect(send(claimed)).rejects.toMatchObject({ code: 'ERR_CONVERSATION_REGRESSED' })
    answered(await send(seen))
    // An older view is no contradiction: the client has only missed something.
    answered(await send(seen))
  })
})
