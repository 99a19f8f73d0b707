import { type Channel, defineWorkflow, z } from '@turnwise/engine'
import { listActions, readQuery } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import travelRequest from '../../../../workflows/travel-request.ts'
import { answered, type Bench, me, openBench } from './harness.ts'

const wrong = {
  style: 'fenced',
  envelope: { data: { travellers: 99, destination: 'Lisbon' } }
} as const
const right = { style: 'fenced', text: 'Two.', envelope: { data: { travellers: 2 } } } as const
/** Nothing of it can be used: no envelope, and its one field is not valid. */
const unusable = { style: 'fenced', text: 'Here.', envelope: { travellers: 99 } } as const

const queries = async (bench: Bench) =>
  (await bench.log()).requests.filter(({ kind }) => kind === 'turn').map(({ text }) => text ?? '')

const lastEntry = async (bench: Bench, conversation: string) => {
  const [entry] = await bench.store.entries({ ...me, conversation }, { limit: 1 })
  if (entry === undefined) throw new Error('no entry')
  return entry
}

const read = (bench: Bench) =>
  bench.observed.flatMap(seen =>
    seen.event === 'reply-read' ? [[seen.ask, seen.kind, seen.valid]] : []
  )

const withReask = (reask: 0 | 1 | 2) => ({ workflows: [{ ...travelRequest, reask }] })

describe('an answer that does not fit', () => {
  it('[O10.1] is asked for again, once, with what was wrong', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script(unusable, right)
    const answer = answered(await bench.send(id, 'two of us'))
    expect(answer).toMatchObject({
      outcome: 'committed',
      messages: [{ text: 'Two.' }],
      workflowState: { collectedData: { travellers: 2 }, turnCount: 1 }
    })
    const [question, correction, ...more] = await queries(bench)
    expect(more).toEqual([])
    const nonce = readQuery(question ?? '').nonce ?? ''
    const again = readQuery(correction ?? '')
    expect(again.nonce).toMatch(/^[0-9a-f]{16}$/)
    expect(again.nonce).not.toBe(nonce)
    const text = again.sections.get('CORRECTION') ?? ''
    expect(text.split('\n').slice(1)).toEqual([
      'Your answer: {"travellers":99}',
      'Problems:',
      '/travellers: schema, expected Too big: expected number to be <=50, got 99',
      '/: bare, expected data that is valid as a whole, got an object with travellers'
    ])
    const entry = await lastEntry(bench, id)
    expect(entry.queries).toEqual([question, correction])
    expect(entry.replies.map(({ ask, whole }) => [ask, whole])).toEqual([
      [0, true],
      [1, true]
    ])
    expect(entry.readings).toEqual([
      { ask: 0, kind: 'parse_error', valid: false },
      { ask: 1, kind: 'structured', valid: true }
    ])
    expect(read(bench).slice(1)).toEqual([
      [0, 'parse_error', false],
      [1, 'structured', true]
    ])
  })

  it('[O10.1] keeps what the first answer had and the second leaves out', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script(wrong, right)
    const answer = answered(await bench.send(id, 'To Lisbon, two of us'))
    expect(answer.workflowState.collectedData).toEqual({ destination: 'Lisbon', travellers: 2 })
    expect(await bench.posts()).toBe(2)
  })

  it.each([
    [0, 1],
    [1, 2],
    // The same is wrong again: asking a second time does not help.
    [2, 2]
  ] as const)(
    '[O10.1] with reask %i an agent that insists is asked %i time(s)',
    async (reask, asked) => {
      const bench = await openBench(withReask(reask))
      const id = await bench.start()
      await bench.script({ ...unusable, times: 5 })
      const answer = answered(await bench.send(id, 'two of us'))
      expect(answer.messages[0]?.text).toContain('Here.')
      expect(answer.workflowState.collectedData).toEqual({})
      expect(await bench.posts()).toBe(asked)
    }
  )

  it('[O10.1] is asked for twice at the most, while something else is wrong each time', async () => {
    const bench = await openBench(withReask(2))
    const id = await bench.start()
    const other = (envelope: Record<string, unknown>) => ({ ...unusable, envelope })
    await bench.script(unusable, other({ departureDate: 'soon' }), other({ purpose: '' }), right)
    await bench.send(id, 'two of us')
    expect(await bench.posts()).toBe(3)
    expect((await lastEntry(bench, id)).readings).toHaveLength(3)
  })

  it('[O10.1] can be more than the workflow bargained for: the cap is 2', () => {
    expect(() =>
      defineWorkflow({ id: 'x', version: 1, title: 'x', reask: 3 as 2, data: z.object({}) })
    ).toThrow(/reask/)
  })
})

describe('an agent that keeps to nothing', () => {
  it.each([
    // what it answers, how often it is asked, what the destination is then
    ['fields nobody declared, and nothing else', { mood: 'good' }, 2, 'Lisbon'],
    ['a value beyond its limit', { data: { travellers: 51 } }, 2, 'Lisbon'],
    ['a text beyond its limit', { data: { purpose: 'x'.repeat(501) } }, 2, 'Lisbon'],
    ['a date that is none', { data: { returnDate: '31 June' } }, 2, 'Lisbon'],
    ['something else than before', { data: { destination: 'Porto' } }, 1, 'Porto'],
    ['an unknown action', { action: 'dance', prompt: 'Hm' }, 1, 'Lisbon']
  ] as const)('[O10.1] answers %s', async (_name, envelope, asked, destination) => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.send(id, 'To Lisbon')
    const before = await bench.posts()
    await bench.script({ style: 'fenced', envelope }, right)
    const answer = answered(await bench.send(id, 'well'))
    expect((await bench.posts()) - before).toBe(asked)
    expect(answer).toMatchObject({
      outcome: 'committed',
      workflowState: { status: 'active', collectedData: { destination } }
    })
  })
})

describe('what is not asked for again', () => {
  it.each([
    ['words alone', { text: 'I would love to help.' }],
    ['words in another language', { text: 'Das habe ich leider nicht verstanden.' }],
    ['a refusal', { text: "I'm sorry, I can't help with that." }],
    ['an empty object', { style: 'empty-object' }],
    ['an empty value', { style: 'value', text: 'Hm', envelope: {} }],
    [
      'an answer that was cut',
      { text: 'Here: ```json\n{"travellers": "two", "destination": "Lis' }
    ],
    ['facts that are not there', { style: 'fenced', envelope: { action: 'ask', data: {} } }],
    [
      'a null for what is not known',
      { style: 'fenced', envelope: { action: 'ask', data: { travellers: null } } }
    ],
    [
      'undeclared fields beside good ones',
      { style: 'fenced', envelope: { data: { travellers: 2, mood: 'good' } } }
    ]
  ] as const)('[O10.1] %s', async (_name, behaviour) => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script(behaviour)
    await bench.send(id, 'two of us')
    expect(await bench.posts()).toBe(1)
  })

  it('[O10.1] a greeting', async () => {
    const bench = await openBench()
    await bench.script({ on: 'start', ...unusable })
    await bench.start()
    expect(await bench.posts()).toBe(0)
    expect((await bench.log()).requests).toHaveLength(1)
  })

  it.each([
    ['unsafe', 1],
    ['safe', 2]
  ] as const)(
    '[O10.1] after a card submit on a channel that is %s: asked %i time(s)',
    async (resend, asked) => {
      const bench = await openBench({ channelSettings: { resend } })
      const id = await bench.start()
      await bench.send(id, 'To Lisbon from 3 to 6 May 2027')
      const answer = answered(await bench.send(id, 'two people, for a conference'))
      const card = answer.messages.find(({ kind }) => kind === 'card')
      const confirm = listActions(card?.card ?? {}).find(({ title }) => title === 'Confirm')
      const before = await bench.posts()
      await bench.script({ ...unusable, times: 1 })
      const turn = await bench.engine.processCardAction(me, {
        conversationId: id,
        cardId: card?.cardId ?? '',
        actionId: confirm?.actionId ?? ''
      })
      await turn.result
      expect((await bench.posts()) - before).toBe(asked)
    }
  )

  it('[O10.1] when the agent is told again, nobody reads along', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script(
      { ...unusable, style: 'streamed', text: 'First words.' },
      { ...right, style: 'streamed', text: 'Second words.' }
    )
    const turn = await bench.engine.processUserInput(me, { conversationId: id, text: 'two' })
    const shown: string[] = []
    const over = new AbortController()
    for await (const event of turn.events(null, over.signal))
      if (event.event === 'message-delta') shown.push(event.data.text)
    expect(shown.join('')).toContain('First')
    expect(shown.join('')).not.toContain('Second')
    expect(answered(await turn.result).messages[0]?.text).toBe('Second words.')
  })
})

describe('a re-ask that brings no whole answer', () => {
  it.each([
    ['cut and lost', { fault: { kind: 'drop', after: 0, lost: true } }, 2],
    ['silent', { fault: { kind: 'silence', after: 0, lost: true } }, 2],
    ['refused', { fault: { kind: 'status', status: 429 } }, 1],
    ['failed', { fault: { kind: 'status', status: 500 } }, 2]
  ] as const)('[O10.1] %s: the turn goes by the earlier one', async (_name, fault, replies) => {
    const bench = await openBench({ channelSettings: { idleTimeout: 400, recoverDeadline: 400 } })
    const id = await bench.start()
    await bench.script(wrong, fault)
    const result = await bench.send(id, 'To Lisbon, two of us', 'k')
    expect(answered(result)).toMatchObject({
      outcome: 'committed',
      workflowState: { collectedData: { destination: 'Lisbon' } }
    })
    expect(await bench.posts()).toBe(2)
    const entry = await lastEntry(bench, id)
    expect(entry.replies).toHaveLength(replies)
    expect(entry.readings).toEqual([{ ask: 0, kind: 'structured', valid: false }])
    expect(await bench.send(id, 'To Lisbon, two of us', 'k')).toEqual({ ...result, replayed: true })
    expect(await bench.posts()).toBe(2)
  })

  it('[O10.1] cut, but kept: it is read back', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script(wrong, { ...right, fault: { kind: 'drop', after: 0 } })
    const answer = answered(await bench.send(id, 'To Lisbon, two of us'))
    expect(answer.workflowState.collectedData).toEqual({ destination: 'Lisbon', travellers: 2 })
    expect(await bench.posts()).toBe(2)
  })
})

describe('channels that differ', () => {
  const openAdapted = async (capabilities: Partial<Channel['capabilities']>) => {
    const modes: (string | undefined)[] = []
    const bench = await openBench({
      adapt: channel => ({
        ...channel,
        capabilities: { ...channel.capabilities, ...capabilities },
        async *send(input, handles, call) {
          modes.push(call.mode)
          yield {
            type: 'usage',
            usage: { model: 'small', inputTokens: 20, outputTokens: 4, cost: 0.5 }
          }
          yield* channel.send(input, handles, call)
        }
      })
    })
    return { bench, modes }
  }

  it('[O10.1] an empty object is asked for once more in a less strict mode', async () => {
    const { bench, modes } = await openAdapted({ modes: ['json_schema', 'prompt'] })
    const id = await bench.start()
    await bench.script({ style: 'empty-object' }, right)
    const answer = answered(await bench.send(id, 'two of us'))
    expect(answer.workflowState.collectedData).toEqual({ travellers: 2 })
    expect(modes).toEqual([undefined, 'prompt'])
    const [first, second] = await queries(bench)
    expect(second).toBe(first)
    const seen = bench.observed.flatMap(seen => (seen.event === 'reply-read' ? [seen.mode] : []))
    expect(seen.slice(1)).toEqual(['json_schema', 'prompt'])
  })

  it('[O10.1] tells what each ask took, to observers and in the entry', async () => {
    const { bench } = await openAdapted({})
    const id = await bench.start()
    await bench.script(unusable, right)
    await bench.send(id, 'two of us')
    const usage = { model: 'small', inputTokens: 20, outputTokens: 4, cost: 0.5 }
    expect((await lastEntry(bench, id)).replies.map(reply => reply.usage)).toEqual([usage, usage])
    expect(bench.observed.filter(({ event }) => event === 'reply-read').slice(1)).toMatchObject([
      { workflow: 'travel-request', channel: 'copilot-studio', ask: 0, valid: false, usage },
      { workflow: 'travel-request', channel: 'copilot-studio', ask: 1, valid: true, usage }
    ])
  })

  it('[O10.1] an agent that remembers nothing is told its question again', async () => {
    const { bench } = await openAdapted({ stateless: true })
    const id = await bench.start()
    await bench.script(unusable, right)
    await bench.send(id, 'two of us')
    const [first = '', second = ''] = await queries(bench)
    expect(second.startsWith(`${first}\n\n[CORRECTION `)).toBe(true)
  })
})
