import { describe, expect, it } from 'vitest'
import { createOutbox, type Posted, posted } from '../src/connection/outbox.ts'

/** A storage as browsers have it, which can be full. */
function storage(full = false): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: index => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem: name => items.get(name) ?? null,
    removeItem: name => void items.delete(name),
    setItem: (name, value) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      items.set(name, value)
    }
  }
}

const send = (conversationId: string, text = 'hello'): Posted =>
  posted({ kind: 'send', conversationId, text })

describe('[W1.2] outbox', () => {
  it('keeps the key of an action over a reload', () => {
    const [tab, browser] = [storage(), storage()]
    const one = send('a')
    createOutbox(tab, browser).put(one)
    expect(createOutbox(tab, browser).pending('a')).toEqual([one])
  })

  it('gives every action a key of its own', () => {
    expect(send('a').key).not.toBe(send('a').key)
  })

  it('keeps actions of one conversation apart from those of another, oldest first', () => {
    const outbox = createOutbox(storage(), storage())
    const [first, second, other] = [send('a', '1'), send('a', '2'), send('b')]
    for (const one of [first, other, second]) outbox.put(one)
    expect(outbox.pending('a')).toEqual([first, second])
  })

  it('holds an action once, however often it is tried', () => {
    const outbox = createOutbox(storage(), storage())
    const one = send('a')
    outbox.put(one)
    outbox.put(one)
    expect(outbox.pending('a')).toHaveLength(1)
    outbox.remove(one.key)
    expect(outbox.pending('a')).toEqual([])
  })

  it('keeps a start for its tab alone', () => {
    const browser = storage()
    const outbox = createOutbox(storage(), browser)
    outbox.put(posted({ kind: 'start', workflowId: 'travel-request' }))
    expect(outbox.pending(null)).toHaveLength(1)
    expect(createOutbox(storage(), browser).pending(null)).toEqual([])
  })

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{"key":"x"}'],
    ['a stranger in the list', '[{"key":"x","at":1,"kind":"wish"},null,7]'],
    ['an action without its text', '[{"key":"x","at":1,"kind":"send","conversationId":"a"}]'],
    ['a card without inputs', '[{"key":"x","at":1,"kind":"card","conversationId":"a"}]']
  ])('reads %s as empty', (_name, text) => {
    const browser = storage()
    if (text !== null) browser.setItem('turnwise.outbox', text)
    expect(createOutbox(storage(), browser).pending('a')).toEqual([])
  })

  it('does without a storage that is full', () => {
    const outbox = createOutbox(storage(true), storage(true))
    expect(() => outbox.put(send('a'))).not.toThrow()
  })
})
