import { defineWorkflow, z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answered, me } from '../turn/harness.ts'
import { says, stage } from '../workflows/scripted-channel.ts'

const trip = defineWorkflow({
  id: 'trip',
  version: 1,
  title: 'Trip',
  data: z.object({
    destination: z.string().min(1),
    travellers: z.int().min(1).max(9),
    hotel: z.object({ name: z.string(), beds: z.int() }).optional(),
    stops: z.array(z.string()).optional(),
    notes: z.array(z.string()).optional()
  }),
  append: ['notes']
})

const collect = async (...parts: Record<string, unknown>[]) => {
  const on = stage(trip)
  const id = await on.start()
  let last = null
  for (const data of parts) last = answered(await on.turn(id, says({ action: 'ask', data })))
  return { on, id, state: last?.workflowState }
}

describe('what is said twice', () => {
  it('[O8.9] the last valid value counts, and the contradiction is kept with both origins', async () => {
    const { on, id } = await collect({ travellers: 2 })
    const reply = [{ type: 'message', text: 'So: {"data":{"travellers":3}}' }]
    const { workflowState } = answered(await on.turn(id, reply))
    expect(workflowState.collectedData).toEqual({ travellers: 3 })
    expect(workflowState.contradictions).toEqual([
      {
        field: 'travellers',
        turn: 3,
        kept: { value: 3, origin: 'agent', surface: 'text', turn: 3 },
        dropped: { value: 2, origin: 'agent', surface: 'value', turn: 2 }
      }
    ])
  })

  it('[O8.9] is told to the agent in the next turn, and not for ever', async () => {
    const { on, id } = await collect({ travellers: 2 }, { travellers: 3 })
    const silent = [{ type: 'message', text: 'Hm.' }]
    await on.turn(id, silent)
    expect(on.heard.at(-1)).toContain(
      'Contradiction: travellers is now 3 (value, turn 3); it was also said to be 2 (value, turn 2)'
    )
    await on.turn(id, silent)
    expect(on.heard.at(-1)).not.toContain('Contradiction')
  })

  it.each([
    ['said again', [{ travellers: 2 }, { travellers: 2 }], 0],
    ['not valid', [{ travellers: 2 }, { travellers: 99 }], 0],
    ['added to an object', [{ hotel: { name: 'A' } }, { hotel: { beds: 2 } }], 0],
    ['another part of an object', [{ hotel: { name: 'A' } }, { hotel: { name: 'B' } }], 1],
    ['appended to a list', [{ notes: ['a'] }, { notes: ['b'] }], 0],
    ['in place of a list', [{ stops: ['a'] }, { stops: ['b'] }], 1]
  ])('[O8.9] %s: %#', async (_, parts, count) => {
    const { state } = await collect(...parts)
    expect(state?.contradictions).toHaveLength(count)
  })

  it('[O8.9] a value as long as a book is kept by its beginning', async () => {
    const { state } = await collect({ destination: 'x'.repeat(5000) }, { destination: 'y' })
    expect(JSON.stringify(state?.contradictions).length).toBeLessThan(1000)
  })

  it("[O8.9] law: a user's later correction always lands, whatever was said before", async () => {
    const part = fc.record(
      {
        destination: fc.string({ minLength: 1 }).map(text => text.toWellFormed()),
        travellers: fc.integer({ min: -3, max: 12 }),
        stops: fc.array(fc.constantFrom('a', 'b', 'c'))
      },
      { requiredKeys: [], noNullPrototype: true }
    )
    const correction = fc.record({
      destination: fc.constantFrom('Lisbon', 'Porto'),
      travellers: fc.integer({ min: 1, max: 9 }),
      stops: fc.array(fc.constantFrom('d', 'e'))
    })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 5 }), correction, async (parts, last) => {
        const { state } = await collect(...parts, last)
        expect(state?.collectedData).toMatchObject(last)
        for (const field of Object.keys(state?.collectedData ?? {}))
          expect(state?.provenance[field]).toMatchObject({ origin: 'agent', surface: 'value' })
      }),
      { numRuns: 40 }
    )
  })

  it('[O8.9] what the user puts into a card is not undone by what the agent repeats', async () => {
    const { on, id } = await collect({ travellers: 2, destination: 'Lisbon' })
    const card = {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.5',
        body: [{ type: 'Input.Number', id: 'travellers', label: 'Travellers' }],
        actions: [{ type: 'Action.Submit', id: 'go', title: 'Go' }]
      }
    }
    const shown = answered(await on.turn(id, [{ type: 'message', attachments: [card] }]))
    const cardId = shown.messages.find(({ kind }) => kind === 'card')?.cardId ?? ''
    const stale = says({ action: 'ask', data: { travellers: 2, destination: 'Lisbon' } })
    const press = await on.press(id, cardId, 'go', stale, { travellers: 4 })
    const { workflowState } = answered(press)
    expect(workflowState.collectedData.travellers).toBe(4)
    expect(workflowState.provenance.travellers).toMatchObject({ origin: 'card', turn: 4 })
    expect(workflowState.contradictions.at(-1)).toMatchObject({
      kept: { value: 4, origin: 'card' },
      dropped: { value: 2, origin: 'agent' }
    })
    // In a turn of its own the agent may well have been told otherwise.
    const later = answered(await on.turn(id, says({ action: 'ask', data: { travellers: 5 } })))
    expect(later.workflowState.collectedData.travellers).toBe(5)
    expect(
      (await on.engine.readConversation(me, id, { before: null, limit: 1 }))?.workflowState
    ).toEqual(later.workflowState)
  })
})
