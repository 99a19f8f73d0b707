import { type Entry, verifyHistory } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import { me, openBench } from '../turn/harness.ts'

/** A history of forty turns, as the engine writes it. */
const history = async (): Promise<Entry[]> => {
  const bench = await openBench()
  const id = await bench.start()
  for (let turn = 2; turn <= 40; turn += 1) await bench.send(id, `To Lisbon, ${turn} people`)
  const address = { tenant: me.tenant, user: me.user, conversation: id }
  return [...(await bench.store.entries(address, { limit: 99 }))]
}
let written: Promise<Entry[]> | null = null
const whole = (): Promise<Entry[]> => {
  written ??= history()
  return written
}

const changed = async (turn: number, change: Partial<Entry>): Promise<Entry[]> =>
  (await whole()).map(entry => (entry.turn === turn ? { ...entry, ...change } : entry))

const rulesOf = async (entries: readonly Entry[]) =>
  (await verifyHistory(entries)).map(({ turn, rule }) => `${turn} ${rule}`)

describe('a history', () => {
  it('[O5.2] is whole as it was written, and so is each part of it', async () => {
    expect(await verifyHistory(await whole())).toEqual([])
    expect(await verifyHistory((await whole()).slice(20))).toEqual([])
    expect(await verifyHistory([])).toEqual([])
  })

  it.each<[name: string, break_: () => Promise<Entry[]>, found: string[]]>([
    [
      'a turn is missing',
      async () => (await whole()).toSpliced(9, 1),
      ['11 number', '11 link', '33 state']
    ],
    [
      'a turn stands there twice',
      async () => {
        const entries = await whole()
        return entries.toSpliced(9, 0, ...entries.slice(8, 9))
      },
      ['9 number', '9 link', '9 fence', '9 key', '33 state']
    ],
    [
      'what was said is changed',
      () => changed(5, { input: { kind: 'text', text: 'To Porto', constraints: [] } }),
      ['5 hash']
    ],
    ['a hash is changed', () => changed(5, { hash: 'x' }), ['5 hash', '6 link']],
    ['it is written under an old fence', () => changed(5, { fence: 1 }), ['5 hash', '5 fence']],
    ['a beginning is made up', () => changed(1, { previous: 'x' }), ['1 link', '1 hash']],
    [
      'a snapshot is not what the patches lead to',
      async () => {
        const { snapshot } = (await whole())[32] ?? {}
        return changed(33, { snapshot: snapshot ? { ...snapshot, step: 'elsewhere' } : null })
      },
      ['33 hash', '33 state']
    ]
  ])('[O5.2] is found out when %s', async (_name, broken, found) => {
    expect(await rulesOf(await broken())).toEqual(found)
  })
})
