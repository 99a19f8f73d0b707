import { listActions } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { answered, type Bench, me, openBench, snapshot } from './harness.ts'

/** Leads a travel request up to its confirm card. */
const toCard = async (bench: Bench) => {
  const id = await bench.start()
  const answer = answered(
    await bench.send(id, 'To Lisbon from 3 to 6 May 2027, two people, for a conference')
  )
  const card = answer.messages.find(({ kind }) => kind === 'card')
  if (card?.cardId === undefined) throw new Error('no card')
  return { id, answer, cardId: card.cardId, card }
}

const submit = async (
  bench: Bench,
  conversationId: string,
  request: { cardId: string; actionId?: string; inputs?: Record<string, string> },
  key?: string
) =>
  (
    await bench.engine.processCardAction(
      me,
      { conversationId, ...request },
      key === undefined ? {} : { key }
    )
  ).result

const confirmOn = ({ card }: { card?: Record<string, unknown> }): string => {
  const confirm = listActions(card ?? {}).find(({ title }) => title === 'Confirm')
  if (confirm === undefined) throw new Error('nothing to confirm')
  return confirm.actionId
}

describe('card submits', () => {
  it('[O9.2] completes the travel request with the confirm card', async () => {
    const bench = await openBench()
    const { id, cardId, card } = await toCard(bench)
    const result = await submit(bench, id, {
      cardId,
      actionId: confirmOn(card),
      inputs: { note: 'window seat' }
    })
    const answer = answered(result)
    expect(answer.workflowState).toMatchObject({
      status: 'completed',
      result: 'success',
      progress: 1,
      collectedData: { destination: 'Lisbon', travellers: 2, note: 'window seat' }
    })
    const sent = (await bench.log()).requests.findLast(({ kind }) => kind === 'turn')
    expect(sent?.activity).toMatchObject({
      type: 'message',
      value: { action: 'confirm', destination: 'Lisbon', note: 'window seat' },
      channelData: { postBack: true }
    })
    expect(sent?.activity).not.toHaveProperty('text')
    const transcript = await snapshot(bench, id)
    expect(transcript?.messages.findLast(({ role }) => role === 'user')?.text).toContain('Confirm')
  })

  it('[O9.4] takes a card once; the same key replays, another is refused', async () => {
    const bench = await openBench()
    const { id, cardId } = await toCard(bench)
    const first = await submit(bench, id, { cardId, actionId: 'a0' }, 'k')
    answered(first)
    expect(await submit(bench, id, { cardId, actionId: 'a0' }, 'k')).toEqual({
      ...first,
      replayed: true
    })
    const posts = await bench.posts()
    expect(await submit(bench, id, { cardId, actionId: 'a0' }, 'other')).toMatchObject({
      kind: 'failed'
    })
    expect(await bench.posts()).toBe(posts)
  })

  it('[O9.4] lets one of two simultaneous submits through', async () => {
    const bench = await openBench()
    const { id, cardId } = await toCard(bench)
    const results = await Promise.all([
      submit(bench, id, { cardId, actionId: 'a1' }),
      submit(bench, id, { cardId, actionId: 'a1' })
    ])
    expect(results.map(({ kind }) => kind).sort()).toEqual(['answered', 'failed'])
    expect(results.find(({ kind }) => kind === 'failed')).toMatchObject({
      failure: { code: 'ERR_CARD_CONSUMED' }
    })
    expect(await bench.posts()).toBe(2)
  })

  it.each([
    ['an unknown card', { cardId: 'card-9-9', actionId: 'a0' }, 'ERR_CARD_UNKNOWN'],
    ['an action it does not offer', { actionId: 'a7' }, 'ERR_CARD_INPUT_INVALID'],
    [
      'an input it does not have',
      { actionId: 'a0', inputs: { price: '0' } },
      'ERR_CARD_INPUT_INVALID'
    ],
    [
      'an input named like trusted data',
      { actionId: 'a0', inputs: { destination: 'Elsewhere' } },
      'ERR_CARD_INPUT_INVALID'
    ],
    ['no action where there are two', {}, 'ERR_CARD_INPUT_INVALID']
  ] as const)('[O9.2] refuses %s without asking the agent', async (_, tampered, code) => {
    const bench = await openBench()
    const { id, cardId } = await toCard(bench)
    const before = await snapshot(bench, id)
    const posts = await bench.posts()
    const result = await submit(bench, id, { cardId, ...tampered })
    expect(result).toMatchObject({ kind: 'failed', failure: { code } })
    expect(await snapshot(bench, id)).toEqual(before)
    expect(await bench.posts()).toBe(posts)
    // The card is still there for an honest submit.
    answered(await submit(bench, id, { cardId, actionId: 'a0' }))
  })

  it('[O9.4] keeps a card used when the agent may have acted on it', async () => {
    const bench = await openBench()
    const { id, cardId, answer } = await toCard(bench)
    await bench.script({ fault: { kind: 'drop', after: 0, lost: true } })
    const uncertain = answered(await submit(bench, id, { cardId, actionId: 'a0' }))
    expect(uncertain.outcome).toBe('uncertain')
    expect(uncertain.workflowState.step).toBe(answer.workflowState.step)
    expect(await submit(bench, id, { cardId, actionId: 'a0' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CARD_CONSUMED' }
    })
  })

  it('[O9.4] says so, and what helps, when a card is used up without an answer', async () => {
    const bench = await openBench()
    const { id, cardId } = await toCard(bench)
    await bench.script({ fault: { kind: 'status', status: 500 } })
    const result = await submit(bench, id, { cardId, actionId: 'a0' })
    expect(result).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CHANNEL_FAILED', details: { cardConsumed: true } }
    })
    const note = (await snapshot(bench, id))?.messages.at(-1)?.text
    expect(note).toContain('ask the agent for it again')
    expect(note).not.toContain('send it again')
  })

  it('[O9.3] [C1.2] tells an agent without submits what was merged, not what was sent', async () => {
    const card = {
      type: 'AdaptiveCard',
      version: '1.5',
      body: [{ type: 'Input.Text', id: 'amount', label: 'Amount' }],
      actions: [{ type: 'Action.Submit', title: 'Pay', data: { amount: '10' } }]
    }
    const activity = {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }]
    }
    const bench = await openBench({ withoutCards: true })
    const id = await bench.start('small-talk')
    await bench.script({ activities: [activity], correlate: true })
    const answer = answered(await bench.send(id, 'a card, please'))
    const cardId = answer.messages.find(({ kind }) => kind === 'card')?.cardId ?? ''
    answered(await submit(bench, id, { cardId, inputs: { amount: '99999' } }))
    const sent = (await bench.log()).requests.findLast(({ kind }) => kind === 'turn')
    expect(sent?.text).toBe('Pay\namount: 10')
  })

  it('[O1.3] a completed conversation takes no more messages', async () => {
    const bench = await openBench()
    const { id, cardId } = await toCard(bench)
    answered(await submit(bench, id, { cardId, actionId: 'a0' }))
    const posts = await bench.posts()
    expect(await bench.send(id, 'one more thing')).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CONVERSATION_COMPLETED' }
    })
    expect(await bench.posts()).toBe(posts)
  })
})
