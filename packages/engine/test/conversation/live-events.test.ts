import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { me, openBench } from '../turn/harness.ts'

const read = async (bench: Awaited<ReturnType<typeof openBench>>, id: string, after: string) => {
  const over = new AbortController()
  const heard = []
  for await (const event of (await bench.engine.events(me, id, after, over.signal)) ?? []) {
    heard.push(event)
    if (event.event === 'reset') break
    if (event.event === 'turn-committed' && event.data.turn === 2) break
  }
  over.abort()
  return heard
}

describe('live events of a conversation', () => {
  it('[O7.1] say what a turn said and led to, right before its end', async () => {
    const bench = await openBench({ store: memoryStore() })
    const id = await bench.start('small-talk')
    const result = await bench.send(id, 'hello')
    if (result.kind !== 'answered') throw new Error('not answered')
    const { answer } = result
    const all = await read(bench, id, '0')
    const end = all
      .filter(({ event }) => event !== 'message-delta')
      .slice(-(answer.messages.length + 2))
    expect(end.map(({ event, data }) => ({ event, data }))).toEqual([
      ...answer.messages.map(message => ({ event: 'message', data: { turn: 2, message } })),
      { event: 'state', data: { turn: 2, workflowState: answer.workflowState } },
      { event: 'turn-committed', data: answer }
    ])
    expect(new Set(all.map(event => event.id)).size).toBe(all.length)
  })

  it('[O7.1] go on after any of their ids', async () => {
    const bench = await openBench({ store: memoryStore() })
    const id = await bench.start('small-talk')
    await bench.send(id, 'hello')
    const all = await read(bench, id, '0')
    for (const [index, event] of all.slice(0, -1).entries())
      expect(await read(bench, id, event.id), event.id).toEqual(all.slice(index + 1))
  })

  it.each(['.1', '.9', '.9999'])(
    '[O7.1] tell to read again after an id %s that was never told',
    async more => {
      const bench = await openBench({ store: memoryStore() })
      const id = await bench.start('small-talk')
      await bench.send(id, 'hello')
      const begins = (await read(bench, id, '0'))[0]?.id
      const heard = await read(bench, id, `${begins}${more}`)
      expect(heard.map(({ event }) => event)).toEqual(['reset'])
    }
  )
})
