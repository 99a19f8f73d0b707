import type { LiveEvent } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { posted } from '../src/connection/outbox.ts'
import { applyEvent } from '../src/conversation/apply-event.ts'
import { applyView } from '../src/conversation/apply-view.ts'
import { type ConversationState, initialState, runningTurn } from '../src/conversation/state.ts'
import { answer, message, problem, view } from './support.ts'

const read = applyView(initialState('a'), view())
const own = posted({ kind: 'send', conversationId: 'a', text: 'hello' })
const sending: ConversationState = { ...read, running: runningTurn(own) }

const delta = (text: string, turn = 3, messageId = `${turn}-1`): LiveEvent => ({
  event: 'message-delta',
  data: { turn, messageId, text }
})
const started: LiveEvent = { event: 'turn-started', data: { turn: 3 } }
const committed: LiveEvent = { event: 'turn-committed', data: answer(3) }
const applied = (state: ConversationState, ...events: LiveEvent[]): ConversationState =>
  events.reduce(applyEvent, state)
const draft = (state: ConversationState): string => [...(state.running?.drafts ?? [])].join()

describe('[W1.2] live events', () => {
  it('grow the text of a message', () => {
    expect(draft(applied(sending, started, delta('Hel'), delta('lo')))).toBe('3-1,Hello')
  })

  it('keep several messages of one turn apart, in the order in which they began', () => {
    const state = applied(sending, started, delta('a', 3, '3-1'), delta('b', 3, '3-2'), delta('c'))
    expect([...(state.running?.drafts ?? [])]).toEqual([
      ['3-1', 'ac'],
      ['3-2', 'b']
    ])
  })

  it.each(['restart', 'reset'] as const)('void the text at %s', event => {
    const void_ = { event, data: event === 'restart' ? { turn: 3 } : {} } as LiveEvent
    expect(draft(applied(sending, started, delta('Hel'), void_, delta('Hello')))).toBe('3-1,Hello')
  })

  it('show the data that is being written, until it is void or final', () => {
    const data = (fields: Record<string, unknown>): LiveEvent => ({
      event: 'data-partial',
      data: { turn: 3, data: fields }
    })
    const writing = applied(sending, started, data({ city: 'Lima' }), data({ nights: 2 }))
    expect(writing.running?.data).toEqual({ nights: 2 })
    expect(writing.workflowState).toEqual(sending.workflowState)
    const restart: LiveEvent = { event: 'restart', data: { turn: 3 } }
    expect(applied(writing, restart).running?.data).toEqual({})
    const { workflowState } = answer(3)
    const final: LiveEvent = { event: 'state', data: { turn: 3, workflowState } }
    const settled = applied(writing, final)
    expect(settled.running?.data).toEqual({})
    expect(settled.workflowState).toEqual(workflowState)
    expect(applied(writing, committed).running).toBe(null)
  })

  it('end with the own words, the answer and nothing that runs', () => {
    const state = applied(sending, started, delta('An'), committed)
    expect(state.messages.map(({ id, text }) => [id, text]).slice(-2)).toEqual([
      ['3-0', 'hello'],
      ['3-1', 'An *answer*']
    ])
    expect(state.running).toBe(null)
    expect(state.announcement).toEqual({ turn: 3, said: 'An answer', noted: '' })
  })

  it('announce a card as what it is', () => {
    const card = {
      ...message('3-1', 'assistant'),
      kind: 'card' as const,
      card: {},
      cardId: 'card-3-1'
    }
    const state = applied(sending, started, {
      event: 'turn-committed',
      data: answer(3, { messages: [card] })
    })
    expect(state.announcement?.said).toBe('A card to fill in.')
    expect(state.openCards).toEqual(['card-3-1'])
  })

  it('close the card that was submitted', () => {
    const card = posted({
      kind: 'card',
      conversationId: 'a',
      cardId: 'card-2-1',
      actionId: 'a0',
      inputs: { note: 'Window', empty: '' },
      title: 'Confirm'
    })
    const open = { ...read, openCards: ['card-2-1'], running: runningTurn(card) }
    const state = applied(open, started, committed)
    expect(state.openCards).toEqual([])
    expect(state.messages.at(-2)?.text).toBe('Confirm\nnote: Window')
  })

  it('neither repeat nor announce an answer that stands there already', () => {
    const once = applied(sending, started, committed)
    const twice = applied({ ...once, announcement: null }, committed)
    expect(twice.messages).toEqual(once.messages)
    expect(twice.announcement).toBe(null)
  })

  it('change nothing when they are about a turn that has ended', () => {
    const once = applied(sending, started, committed)
    expect(applied(once, delta('late'))).toBe(once)
    const state: LiveEvent = {
      event: 'state',
      data: { turn: 2, workflowState: { ...answer(2).workflowState, step: 'old' } }
    }
    expect(applied(once, state)).toBe(once)
  })

  it('stop what runs when the turn fails', () => {
    expect(applied(sending, started, { event: 'turn-failed', data: problem }).running).toBe(null)
  })

  it('show a turn of another tab', () => {
    expect(applied(read, delta('Other')).running).toMatchObject({ turn: 3, own: null })
  })

  it('lead to the same transcript however the text was cut and whatever was told twice', () => {
    const text = fc.string({ minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), fc.boolean(), (said, cuts, again) => {
        const at = [0, ...cuts.sort((a, b) => a - b), said.length]
        const pieces = at.slice(1).map((end, index) => delta(said.slice(at[index], end)))
        const restart: LiveEvent = { event: 'restart', data: { turn: 3 } }
        const told = again ? [...pieces, restart, ...pieces] : pieces
        const state = applied(sending, started, ...told)
        expect(state.running?.drafts.get('3-1')).toBe(said)
        expect(applied(state, committed).messages).toEqual(applied(sending, committed).messages)
      })
    )
  })
})
