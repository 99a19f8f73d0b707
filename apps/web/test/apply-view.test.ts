import { describe, expect, it } from 'vitest'
import { posted } from '../src/connection/outbox.ts'
import { applyEarlier, applyView } from '../src/conversation/apply-view.ts'
import { initialState, runningTurn } from '../src/conversation/state.ts'
import { message, problem, turns, view } from './support.ts'

const empty = initialState('a')
const ids = (state: { messages: readonly { id: string }[] }): string =>
  state.messages.map(({ id }) => id).join(' ')

describe('[W1.2] a conversation that is read', () => {
  it('is what the server says', () => {
    const state = applyView(empty, view({ openCards: ['card-2-1'] }))
    expect(state).toMatchObject({ phase: 'ready', openCards: ['card-2-1'], before: null })
    expect(ids(state)).toBe('1-0 2-0 2-1')
  })

  it('keeps the pages before the one that is read again', () => {
    const newest = applyView(empty, view({ messages: turns(5, 6), before: 5 }))
    const whole = applyEarlier(newest, view({ messages: turns(1, 4), before: null }))
    expect(ids(whole)).toBe('1-0 2-0 2-1 3-0 3-1 4-0 4-1 5-0 5-1 6-0 6-1')
    const again = applyView(whole, view({ messages: turns(6, 7), before: 6 }))
    expect(ids(again)).toBe('1-0 2-0 2-1 3-0 3-1 4-0 4-1 5-0 5-1 6-0 6-1 7-0 7-1')
    expect(again.before).toBe(null)
  })

  it('loses what the server has lost', () => {
    const before = applyView(empty, view({ messages: turns(1, 5) }))
    expect(ids(applyView(before, view({ messages: turns(1, 3) })))).toBe('1-0 2-0 2-1 3-0 3-1')
  })

  it('follows a turn that runs elsewhere, and stops when it has ended', () => {
    const following = applyView(empty, view({ running: 3 }))
    expect(following.running).toMatchObject({ turn: 3, own: null })
    expect(applyView(following, view({ messages: turns(1, 3) })).running).toBe(null)
  })

  it('leaves a turn of this page to its own stream', () => {
    const own = posted({ kind: 'send', conversationId: 'a', text: 'hello' })
    const sending = { ...empty, running: runningTurn(own) }
    expect(applyView(sending, view()).running).toBe(sending.running)
  })

  it('takes back a notice about a turn that failed and is noted in the transcript', () => {
    const own = posted({ kind: 'send', conversationId: 'a', text: 'hello' })
    const failed = { ...empty, stuck: { own, problem, turn: 3 } }
    const noted = [...turns(1, 2), message('3-0', 'user'), message('3-1', 'system')]
    expect(applyView(failed, view()).stuck).toBe(failed.stuck)
    expect(applyView(failed, view({ messages: noted })).stuck).toBe(null)
  })
})
