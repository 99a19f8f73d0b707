import { defineWorkflow, z } from '@turnwise/engine'
import { sanitiseCard } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { answered } from '../turn/harness.ts'
import { says, stage } from '../workflows/scripted-channel.ts'

const data = z.object({ room: z.string(), day: z.string() })
const booking = (more: Partial<Parameters<typeof defineWorkflow<typeof data>>[0]> = {}) =>
  defineWorkflow({
    id: 'booking',
    version: 1,
    title: 'Booking',
    data,
    confirm: true,
    steps: ['gathering', { id: 'booked', irreversible: true }],
    ...more
  })
const everything = { room: 'Blue', day: '2027-02-01' }
const inText = (envelope: Record<string, unknown>) => [
  { type: 'message', text: `So:\n\n\`\`\`json\n${JSON.stringify(envelope)}\n\`\`\`` }
]
const complete = inText({ action: 'complete', data: everything })

const cardIn = (result: Awaited<ReturnType<ReturnType<typeof stage>['turn']>>) =>
  answered(result).messages.find(({ kind, role }) => kind === 'card' && role === 'system')

describe('confirm: true', () => {
  it.each([
    ['complete', complete],
    ['an irreversible step', inText({ action: 'ask', step: 'booked', data: everything })]
  ])('[O8.6] %s in text alone shows a card and changes nothing else', async (_, reply) => {
    const on = stage(booking())
    const id = await on.start()
    const result = await on.turn(id, reply)
    expect(answered(result).workflowState).toMatchObject({
      status: 'active',
      step: 'gathering',
      collectedData: everything,
      refused: { reason: 'unconfirmed' }
    })
    const card = cardIn(result)?.card
    expect(JSON.stringify(card)).toContain('Blue')
    // It is what it will be after every reader has sanitised it.
    expect(sanitiseCard(card)).toEqual({ card, removed: [] })
  })

  it('control: without it the text is believed', async () => {
    const on = stage(booking({ confirm: false }))
    const id = await on.start()
    expect(answered(await on.turn(id, complete)).workflowState.status).toBe('completed')
  })

  it('[O8.6] what comes as a value is not text alone', async () => {
    const on = stage(booking())
    const id = await on.start()
    const result = await on.turn(id, says({ action: 'complete', data: everything }))
    expect(answered(result).workflowState.status).toBe('completed')
  })

  it('[O8.6] only the press on Confirm confirms', async () => {
    const on = stage(booking())
    const id = await on.start()
    const first = cardIn(await on.turn(id, complete))?.cardId ?? ''
    expect(answered(await on.turn(id, complete, 'Confirm')).workflowState.status).toBe('active')
    const second = cardIn(await on.turn(id, complete, 'yes, I confirm'))?.cardId ?? ''
    // The newest card is the one that counts.
    expect(await on.press(id, first, 'confirm', complete)).toMatchObject({ kind: 'failed' })
    const changed = await on.press(id, second, 'change', complete)
    expect(answered(changed).workflowState.status).toBe('active')
    const third = cardIn(changed)?.cardId ?? ''
    expect(answered(await on.press(id, third, 'confirm', complete)).workflowState).toMatchObject({
      status: 'completed',
      result: 'success'
    })
    expect(on.heard.at(-1)).toContain('The user has confirmed the collected data.')
  })

  it('[O8.6] Cancel ends the conversation, whatever the agent says to that', async () => {
    const on = stage(booking())
    const id = await on.start()
    const card = cardIn(await on.turn(id, complete))?.cardId ?? ''
    expect(answered(await on.press(id, card, 'cancel', complete)).workflowState).toMatchObject({
      status: 'completed',
      result: 'cancelled'
    })
  })

  it('[O8.6] there is nothing to confirm while something is missing', async () => {
    const on = stage(booking())
    const id = await on.start()
    const result = await on.turn(id, inText({ action: 'complete', data: { room: 'Blue' } }))
    expect(cardIn(result)).toBeUndefined()
    expect(answered(result).workflowState).toMatchObject({
      missing: ['day'],
      refused: { reason: 'incomplete' }
    })
  })

  it('[O8.6] a confirmation outlasts a reply without an action', async () => {
    const on = stage(booking())
    const id = await on.start()
    const card = cardIn(await on.turn(id, complete))?.cardId ?? ''
    await on.press(id, card, 'confirm', [{ type: 'message', text: 'One moment.' }])
    expect(answered(await on.turn(id, complete)).workflowState.status).toBe('completed')
  })

  it('[O8.6] the card shows values as they are, and not as markup', async () => {
    const on = stage(booking())
    const id = await on.start()
    const evil = { room: '**Blue** [pay](https://evil.example)\u202e', day: 'x'.repeat(5000) }
    const { card } = cardIn(await on.turn(id, inText({ action: 'complete', data: evil }))) ?? {}
    const runs = JSON.stringify(card)
    expect(runs).toContain('"text":"**Blue** [pay](https://evil.example)"')
    expect(runs).not.toContain('"TextBlock","text":"**')
    expect(runs.length).toBeLessThan(3000)
  })
})
