import { type Channel, type ChannelEvent, defineWorkflow, type Workflow, z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutPending } from '../../src/turn/without-pending.ts'
import { me, openBench } from './harness.ts'

const booking = defineWorkflow({
  id: 'booking',
  version: 1,
  title: 'Book a desk',
  data: z.object({
    floor: z.int().max(12),
    date: z.iso.date(),
    tags: z.array(z.string()).optional(),
    contact: z.object({ name: z.string(), phone: z.string() }).optional()
  })
})
const talk = defineWorkflow({ id: 'talk', version: 1, title: 'Talk' })

/** What is told of the data while an agent writes these pieces, and what the turn led to. */
const toldOf = async (pieces: readonly string[], workflow: Workflow = booking) => {
  const speaking = (channel: Channel): Channel => ({
    ...channel,
    async *send(): AsyncGenerator<ChannelEvent> {
      for (const text of pieces) {
        yield { type: 'delta', stream: 's', text }
        // Everything that is to be told of a piece is told before the next one comes.
        await new Promise(resolve => setImmediate(resolve))
      }
      const raw = JSON.stringify({ type: 'message', text: pieces.join('') })
      yield { type: 'activity', raw }
      yield { type: 'end' }
    }
  })
  const bench = await openBench({
    workflows: [workflow],
    defaultWorkflow: workflow.id,
    adapt: speaking
  })
  const conversationId = await bench.start(workflow.id)
  const turn = await bench.engine.processUserInput(me, { conversationId, text: 'go' })
  const told: unknown[] = []
  for await (const event of turn.events(null, new AbortController().signal))
    if (event.event === 'data-partial') told.push(event.data.data)
  const result = await turn.result
  if (result.kind !== 'answered') throw new Error('not answered')
  return { told, collected: result.answer.workflowState.collectedData }
}

describe('[S6.1] data is told while the agent is still writing', () => {
  it.each([
    [
      'field by field, each when it is whole',
      [
        'Sure.\n```json\n{"action": "a',
        'sk", "data": {"fl',
        'oor": 1',
        '2, "date": "2027',
        '-05-03"}}\n```'
      ],
      [{ floor: 12 }, { floor: 12, date: '2027-05-03' }]
    ],
    [
      'lists and objects as far as they go',
      [
        '{"tags": ["a',
        '", "b',
        '"], "contact": {"name": "Ma',
        'ya", "phone": "1',
        '23"}, "floor": 3, "date": "2027-05-03"}'
      ],
      [
        { tags: ['a'] },
        { tags: ['a', 'b'] },
        { tags: ['a', 'b'], contact: { name: 'Maya' } },
        {
          tags: ['a', 'b'],
          contact: { name: 'Maya', phone: '123' },
          floor: 3,
          date: '2027-05-03'
        }
      ]
    ],
    [
      'but not what is invalid, or not declared',
      ['{"data": {"floor": 99, ', '"colour": "red", ', '"date": "2027-05-03"}}'],
      [{ date: '2027-05-03' }]
    ],
    [
      'and taken back where it was only thought',
      [
        '<think>{"data": {"floor": 1, "date": "2027-01-01"}}',
        '</think>',
        '{"data": {"floor": 2, ',
        '"date": "2027-05-03"}}'
      ],
      [{ floor: 2 }, { floor: 2, date: '2027-05-03' }]
    ],
    [
      'and replaced by a better one',
      [
        'Draft: {"data": {"floor": 1, "date": "2027-01-01"}}',
        '\n\nNo:\n{"data": {"floor": 2, ',
        '"date": "2027-05-03"}}'
      ],
      [{ floor: 1, date: '2027-01-01' }, { floor: 2 }, { floor: 2, date: '2027-05-03' }]
    ],
    ['and nothing of words alone', ['Which ', 'floor {', 'maybe}?'], []]
  ])('%s', async (_, pieces, expected) => {
    const { told, collected } = await toldOf(pieces)
    expect(told).toEqual(expected)
    expect(collected).toEqual(expected.at(-1) ?? {})
  })

  it('and never where nothing is collected', async () => {
    expect((await toldOf(['{"data": {"floor": 1, ', '"date": "2027-05-03"}}'], talk)).told).toEqual(
      []
    )
  })

  it('and not once there is too much of it', async () => {
    const long = [
      '{"data": {"floor": 1, "tags": ["',
      'x'.repeat(40_000),
      '"], "date": "2027-05-03"}}'
    ]
    const { told, collected } = await toldOf(long)
    expect(told).toEqual([{ floor: 1 }])
    expect(Object.keys(collected).toSorted()).toEqual(['date', 'floor', 'tags'])
  })
})

describe('what is whole of a value that is being written', () => {
  it.each([
    ['a whole value', { a: 'x' }, undefined, { a: 'x' }],
    ['a text', 'ab', [], undefined],
    ['an object that goes on', { a: 1 }, [], { a: 1 }],
    ['an object that has just begun', {}, [], undefined],
    ['a field that has just begun', { a: 1, b: [] }, ['b'], { a: 1 }],
    ['an empty list that is whole', { a: [], b: 'x' }, ['b'], { a: [] }],
    ['a field that goes on', { a: 1, b: 'x' }, ['b'], { a: 1 }],
    ['a field that has not come', { a: 1 }, ['b'], { a: 1 }],
    ['a list that goes on', { a: [1, 2] }, ['a'], { a: [1, 2] }],
    ['an item that goes on', { a: ['x', 'y'] }, ['a', 1], { a: ['x'] }],
    ['an object in a list', [{ a: 1, b: 'x' }], [0, 'b'], [{ a: 1 }]],
    ['what is called like a method', { toString: 'x', a: 1 }, ['toString'], { a: 1 }]
  ] as const)('%s', (_, value, pending, expected) => {
    expect(withoutPending(value, pending)).toEqual(expected)
  })

  it('leaves what it is given as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.oneof(fc.string(), fc.nat(3))), (value, pending) => {
        const before = JSON.stringify(value)
        withoutPending(value, pending)
        expect(JSON.stringify(value)).toBe(before)
      })
    )
  })
})
