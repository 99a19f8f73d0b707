import {
  type Engine,
  type Entry,
  type ReplayedTurn,
  replay,
  type Workflow,
  withSchema,
  z
} from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import travelRequest from '../../../../workflows/travel-request.ts'
import { type Bench, me, openBench } from '../turn/harness.ts'

const historyOf = async (engine: Engine, conversation: string): Promise<readonly Entry[]> => {
  const page = await engine.history(me, conversation, { after: 0, limit: 100 })
  return page?.entries ?? []
}

const replayed = async (entries: readonly Entry[], workflow: Workflow): Promise<ReplayedTurn[]> => {
  const turns: ReplayedTurn[] = []
  for await (const turn of replay(entries, { workflow })) turns.push(turn)
  return turns
}

const trip = ['I want to go to Lisbon', '2026-12-10', '2026-12-14', 'two of us', 'for a conference']

const travel = async (): Promise<{ bench: Bench; entries: readonly Entry[]; id: string }> => {
  const bench = await openBench()
  const id = await bench.start()
  for (const text of trip) await bench.send(id, text)
  const entries = await historyOf(bench.engine, id)
  const cardId = entries.at(-1)?.messages.find(message => message.cardId)?.cardId ?? ''
  const turn = await bench.engine.processCardAction(me, {
    conversationId: id,
    cardId,
    actionId: 'a0',
    inputs: {}
  })
  await turn.result
  return { bench, entries: await historyOf(bench.engine, id), id }
}

describe('replaying a history', () => {
  it('[O11.2] makes the same of it, byte for byte, and asks nobody', async () => {
    const { bench, entries } = await travel()
    const before = (await bench.log()).requests.length
    const turns = await replayed(entries, travelRequest)
    expect(turns.map(({ turn, verdict }) => [turn, verdict])).toEqual(
      Array.from({ length: 7 }, (_, index) => [index + 1, 'same'])
    )
    expect((await bench.log()).requests).toHaveLength(before)
  })

  it('[O11.2] tells the fields and the moves that another schema would change', async () => {
    const { entries } = await travel()
    const schema = z.object({
      destination: z.string(),
      departureDate: z.string(),
      travellers: z.string().describe('In words now'),
      baggage: z.string()
    })
    const turns = await replayed(entries, withSchema(travelRequest, schema))
    const changes = turns.flatMap(({ turn, changes }) =>
      changes.map(({ what, name, before, after }) => [turn, what, name, before, after])
    )
    expect(changes).toContainEqual([7, 'status', 'status', 'completed', 'active'])
    expect(changes).toContainEqual([7, 'result', 'result', 'success', null])
    expect(changes.some(([, what]) => what === 'field')).toBe(true)
    expect(turns[1]?.verdict).toBe('same')
  })

  it('[O11.2] takes the same JSON Schema for the same schema', async () => {
    const { entries } = await travel()
    const full = travelRequest.data?.full
    if (full === undefined) throw new Error('the travel request collects data')
    const same = withSchema(travelRequest, z.toJSONSchema(full, { io: 'input' }))
    const verdicts = new Set((await replayed(entries, same)).map(({ verdict }) => verdict))
    expect([...verdicts]).toEqual(['same'])
  })

  it('[O11.2] keeps what had no reply, and goes on after it', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.send(id, 'I want to go to Lisbon')
    await bench.script({ fault: { kind: 'status', status: 500 } })
    await bench.send(id, 'lost on its way')
    await bench.send(id, '2026-12-10')
    const turns = await replayed(await historyOf(bench.engine, id), travelRequest)
    expect(turns.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'kept', 'same'])
  })

  it('[O11.2][O11.1] replays a fork from where it began', async () => {
    const { bench, id } = await travel()
    const fork = await bench.engine.fork(me, { conversationId: id, turn: 3 })
    await fork.result
    await bench.send(fork.conversationId, '2026-12-15')
    const turns = await replayed(await historyOf(bench.engine, fork.conversationId), travelRequest)
    expect(turns.map(({ verdict }) => verdict)).toEqual(['same', 'same'])
  })

  it.each([
    ['a list', z.array(z.string())],
    ['a text', { type: 'string' }],
    ['nothing', null]
  ])('[O11.2] refuses %s as a schema of what is collected', (_, schema) => {
    expect(() => withSchema(travelRequest, schema)).toThrow(/object/)
  })
})
