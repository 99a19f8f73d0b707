import { defineWorkflow, type TurnResult } from '@turnwise/engine'
import { readQuery } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import payment from '../../../../workflows/payment.ts'
import { answered, me, openBench } from '../turn/harness.ts'
import { hostileReplies } from './hostile-replies.ts'
import { type Said, type Stage, says, stage } from './scripted-channel.ts'

const order = {
  recipient: 'Ada Example',
  iban: 'DE02120300000000202051',
  amount: 120,
  currency: 'EUR'
}
const ask = says({ action: 'ask', data: order })
const confirm = says({ action: 'confirm', data: order })
const complete = says({ action: 'complete', data: order })
const fails = says({ action: 'error' })

const stateOf = (result: TurnResult) => answered(result).workflowState

/** The open confirm card of an answer. */
const cardOf = (result: TurnResult): string => {
  const { cardId } =
    answered(result).messages.find(({ kind, role }) => kind === 'card' && role === 'system') ?? {}
  if (cardId === undefined) throw new Error('no confirm card')
  return cardId
}

/** What the agent was told it may say. */
const allowed = (on: Stage): readonly string[] => readQuery(on.heard.at(-1) ?? '').allowedActions

/** A payment that waits for its user. */
const confirming = async (on: Stage) => {
  const id = await on.start()
  const result = await on.turn(id, confirm)
  return { id, cardId: cardOf(result) }
}

describe('payment, transition by transition', () => {
  it.each<[string, Said[], string, string | null]>([
    ['asking', [ask], 'gathering', null],
    ['asking again and again', [ask, ask, ask], 'gathering', null],
    ['confirming with everything', [confirm], 'confirming', null],
    [
      'confirming with too little',
      [says({ action: 'confirm', data: { amount: 5 } })],
      'gathering',
      'incomplete'
    ],
    ['completing at once', [complete], 'gathering', 'not-allowed'],
    ['completing without the user', [confirm, complete], 'confirming', 'unconfirmed'],
    ['going back', [confirm, ask], 'gathering', null],
    ['failing while gathering', [fails], 'declined', null],
    ['failing while confirming', [confirm, fails], 'declined', null],
    ['trying again by asking', [confirm, fails, ask], 'gathering', null],
    ['trying again by confirming', [confirm, fails, confirm], 'confirming', null],
    ['completing what was declined', [confirm, fails, complete], 'declined', 'not-allowed'],
    ['researching', [says({ action: 'research' })], 'gathering', 'not-allowed'],
    ['saying nothing', [[{ type: 'message', text: 'Hm.' }]], 'gathering', null]
  ])('[O8.3] %s', async (_, replies, step, reason) => {
    const on = stage(payment)
    const id = await on.start()
    let last: TurnResult | null = null
    for (const reply of replies) last = await on.turn(id, reply)
    const state = stateOf(last as TurnResult)
    expect(state).toMatchObject({ status: 'active', result: null, step })
    expect(state.refused?.reason ?? null).toBe(reason)
    expect(state.path.at(-1)?.step).toBe(step)
  })

  it('[O8.3] pays once the user has pressed Confirm, and keeps the whole path', async () => {
    const on = stage(payment)
    const { id, cardId } = await confirming(on)
    const state = stateOf(await on.press(id, cardId, 'confirm', complete))
    expect(state).toMatchObject({
      status: 'completed',
      result: 'success',
      step: 'success',
      progress: 1
    })
    expect(state.path).toEqual([
      { step: 'gathering', phase: 'Gathering the details', turn: 1, cause: 'start' },
      { step: 'confirming', phase: 'Waiting for your confirmation', turn: 2, cause: 'agent' },
      { step: 'success', phase: 'Paid', turn: 3, cause: 'agent' }
    ])
  })

  it('[O8.3] gives up when it was declined three times', async () => {
    const on = stage(payment)
    const id = await on.start()
    for (const reply of [fails, ask, fails, ask]) await on.turn(id, reply)
    expect(stateOf(await on.turn(id, fails))).toMatchObject({
      status: 'completed',
      result: 'failed',
      step: 'failed'
    })
  })

  it('[O8.3] the user declines on the card', async () => {
    const on = stage(payment)
    const { id, cardId } = await confirming(on)
    const state = stateOf(await on.press(id, cardId, 'cancel', says({ prompt: 'Not paid.' })))
    expect(state).toMatchObject({ status: 'active', step: 'declined' })
    expect(state.path.at(-1)).toMatchObject({ step: 'declined', cause: 'user' })
  })

  it('[O8.3] is told what it may do, what it was refused, and that the user has confirmed', async () => {
    const on = stage(payment)
    const { id } = await confirming(on)
    const refused = await on.turn(id, complete)
    expect(stateOf(refused)).toMatchObject({
      allowed: ['ask', 'confirm', 'error'],
      refused: { proposed: 'complete', step: 'confirming', reason: 'unconfirmed', turn: 3 }
    })
    const again = await on.turn(id, confirm)
    expect(allowed(on)).toEqual(['ask', 'confirm', 'error'])
    expect(on.heard.at(-1)).toContain('Refused: complete at step confirming')
    await on.press(id, cardOf(again), 'confirm', complete)
    expect(on.heard.at(-1)).toContain('The user has confirmed the collected data.')
    expect(allowed(on)).toEqual(['ask', 'confirm', 'complete', 'error'])
  })

  it('[O8.6] a confirmation is for exactly what stood on the card', async () => {
    const on = stage(payment)
    const { id, cardId } = await confirming(on)
    const more = says({ action: 'complete', data: { ...order, amount: 9000 } })
    const changed = await on.press(id, cardId, 'confirm', more)
    expect(stateOf(changed)).toMatchObject({ status: 'active', step: 'confirming' })
    const card = answered(changed).messages.find(({ kind }) => kind === 'card')?.card
    expect(JSON.stringify(card)).toContain('9000')
    // The old card is used up, the one that shows the new amount is what counts.
    expect(stateOf(await on.press(id, cardOf(changed), 'confirm', more))).toMatchObject({
      status: 'completed',
      collectedData: { amount: 9000 }
    })
  })

  it('[O8.6] a card that shows what was changed since cannot be pressed', async () => {
    const on = stage(payment)
    const { id, cardId } = await confirming(on)
    await on.turn(id, says({ action: 'ask', data: { amount: 5 } }))
    expect(await on.press(id, cardId, 'confirm', complete)).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CARD_UNKNOWN' }
    })
  })

  it('[O8.7] is declined when the user takes too long', async () => {
    const on = stage(payment)
    const { id } = await confirming(on)
    on.pass(15 * 60 * 1000 + 1000)
    const read = await on.engine.readConversation(me, id, { before: null, limit: 10 })
    expect(read?.workflowState).toMatchObject({ step: 'declined' })
    expect(stateOf(await on.turn(id, complete))).toMatchObject({
      status: 'active',
      step: 'declined',
      refused: { reason: 'not-allowed' }
    })
    expect(on.heard.at(-1)).toContain('The time for the step before declined has passed')
  })

  it('[O8.3] is played to its end with the simulated agent', async () => {
    const bench = await openBench({ workflows: [payment] })
    const id = await bench.start('payment')
    const asked = answered(
      await bench.send(id, 'Pay Ada Example 120 EUR, DE02 1203 0000 0000 2020 51, for the books')
    )
    expect(asked.workflowState).toMatchObject({
      step: 'confirming',
      collectedData: { ...order, reason: 'the books' }
    })
    const cardId = asked.messages.find(({ kind }) => kind === 'card')?.cardId ?? ''
    const pressed = await bench.engine.processCardAction(me, {
      conversationId: id,
      cardId,
      actionId: 'confirm'
    })
    expect(answered(await pressed.result).workflowState).toMatchObject({
      status: 'completed',
      result: 'success'
    })
  })
})

/** The same workflow with nobody but the agent to move it. */
const unguarded = defineWorkflow({
  id: 'payment',
  version: 1,
  title: 'Payment',
  ...(payment.data === null ? {} : { data: payment.data.full }),
  steps: ['gathering', 'confirming', 'success']
})

describe('a reply that wants the payment done without its user', () => {
  it('[O8.3] comes in at least 200 forms', () => {
    expect(hostileReplies.length).toBeGreaterThanOrEqual(200)
    expect(new Set(hostileReplies.map(({ said }) => JSON.stringify(said))).size).toBe(
      hostileReplies.length
    )
  })

  it('[O8.3] gets nowhere in any of them', { timeout: 120_000 }, async () => {
    const on = stage(payment)
    const past: string[] = []
    for (const { family, said } of hostileReplies) {
      const { id } = await confirming(on)
      const result = await on.turn(id, said)
      const view = await on.engine.readConversation(me, id, { before: null, limit: 5 })
      const { result: outcome, path } = view?.workflowState ?? {}
      const paid = outcome === 'success' || path?.some(({ step }) => step === 'success') !== false
      if (result.kind !== 'answered' || paid) past.push(`${family}: ${JSON.stringify(said)}`)
    }
    expect(past).toEqual([])
  })

  it('[O8.3] gets nowhere by being repeated and mixed', { timeout: 120_000 }, async () => {
    const on = stage(payment)
    const mixed = fc.array(fc.constantFrom(...hostileReplies), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(mixed, async replies => {
        const { id } = await confirming(on)
        for (const { said } of replies) await on.turn(id, said)
        const view = await on.engine.readConversation(me, id, { before: null, limit: 1 })
        expect(view?.workflowState.result).not.toBe('success')
      }),
      { numRuns: 60 }
    )
  })

  it('control: the same workflow driven by the agent is talked past', {
    timeout: 120_000
  }, async () => {
    const on = stage(unguarded)
    let past = 0
    for (const { said } of hostileReplies) {
      const id = await on.start()
      await on.turn(id, confirm)
      const result = await on.turn(id, said)
      if (result.kind === 'answered' && result.answer.workflowState.result === 'success') past += 1
    }
    expect(past).toBeGreaterThan(50)
  })
})
