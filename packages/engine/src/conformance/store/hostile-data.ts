import { expectEqual, expectPresent } from '../expect.ts'
import { entryOf, replyOf, stateWith } from './conversation.ts'
import { durableCase, type StoreCase, storeCase } from './harness.ts'

/** Text that was seen to break one store or another; all of it well-formed Unicode. */
const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'before\u0000after',
  '\u0001\u001f\u007f\u0080\u009f',
  '\r\n\t\u2028\u2029\ufeff',
  '😀👩‍👩‍👧‍👦\u{10ffff}',
  'e\u0301 is not é',
  '\u202eright to left\u202c',
  "'; DROP TABLE conversation; --",
  '"quoted" \\ and \\u0000 written out',
  '$& $1 $\u007bx} {{x}} %s %n',
  '{C}:h [] {} <script>',
  'null',
  '-0',
  '1e400',
  '__proto__',
  'constructor',
  'a'.repeat(100_000)
]

/** Keys and shapes that an object must keep as data. */
const hostile = (): Record<string, unknown> => {
  const data = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"":2}'
  ) as Record<string, unknown>
  for (const [index, text] of texts.entries()) data[`text ${index} ${text.slice(0, 20)}`] = text
  let deep: unknown = 'the bottom'
  for (let level = 0; level < 200; level += 1) deep = level % 2 === 0 ? { deep } : [deep]
  return Object.assign(data, {
    deep,
    numbers: [0, -1, 0.1, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE],
    empty: [{}, [], '', null, false]
  })
}

export const hostileDataCases: readonly StoreCase[] = [
  storeCase(['O5.1'], 'gives back whatever state it was given', async talk => {
    const state = stateWith(hostile())
    await talk.open(state)
    expectEqual(expectPresent(await talk.head(), 'head').state, state, 'the state')
    const { data } = expectPresent(await talk.head(), 'head').state
    expectEqual(Object.hasOwn(data, '__proto__'), true, 'the key __proto__ as data')
    expectEqual(({} as Record<string, unknown>).polluted, undefined, 'the prototype of everything')
  }),
  storeCase(['O5.1'], 'gives back whatever text it was given, wherever it stands', async talk => {
    await talk.open()
    for (const text of texts) {
      const tid = `turn ${JSON.stringify(text).slice(0, 50)}`
      const input = { kind: 'text', text, constraints: [text] } as const
      const grant = await talk.granted(tid, { input, fingerprint: text })
      expectEqual(grant.record.input, input, 'the input')
      const handles = { ref: text, turnId: text, ask: 0 }
      await talk.store.asking(grant, { ask: 0, query: text, handles })
      await talk.store.journal(grant, replyOf(text))
      const record = expectPresent(await talk.record(tid), 'record')
      expectEqual(
        [record.queries, record.handles, record.replies, record.fingerprint],
        [[text], handles, [replyOf(text)], text],
        'the record'
      )
      const { entry } = await talk.commit(grant, {
        entry: entryOf(grant, {
          queries: [text],
          replies: [replyOf(text)],
          hash: `${tid} ${text}`
        }),
        ref: text
      })
      const kept = await talk.store.entries(talk.address, { limit: 1 })
      expectEqual(kept, [entry], 'the entry')
      const head = expectPresent(await talk.head(), 'head')
      expectEqual([head.ref, head.hash], [text, entry.hash], 'the head')
    }
  }),
  storeCase(
    ['O1.2', 'O5.1'],
    'keeps owners and conversations apart whose names look alike',
    async talk => {
      const { tenant, user, conversation } = talk.address
      const names = ['\u0000', ':', '~', '/', '"', '","', '{C}', '%', '*', '\u00e9', 'e\u0301']
      const others = names.flatMap(name => [
        talk.as({ tenant: `${tenant}${name}` }),
        talk.as({ user: name + user, conversation: `${name}${conversation}` }),
        talk.as({ conversation: `${conversation}${name}` }),
        talk.as({
          tenant: `${tenant}${name}${user}`,
          user: name,
          conversation: `${conversation}-x`
        })
      ])
      for (const [index, other] of others.entries()) {
        const name = JSON.stringify(other.address)
        expectEqual(await other.head(), null, `${name} before it is opened`)
        await other.open(stateWith({ index }))
      }
      for (const [index, other] of others.entries()) {
        const head = expectPresent(await other.head(), JSON.stringify(other.address))
        expectEqual([head.address, head.state.data], [other.address, { index }], 'what is in it')
      }
    }
  ),
  storeCase(['O5.1'], 'keeps what it was given, not what becomes of it', async talk => {
    const state = stateWith({ list: [1] })
    const given = structuredClone(state)
    const grant = await talk.granted('start', talk.opening(state))
    const { entry } = await talk.commit(grant, { state })
    const kept = structuredClone(entry)
    state.data.list = 'changed by its owner'
    Object.assign(entry, { outcome: 'failed' })
    const head = expectPresent(await talk.head(), 'head')
    // A store may as well hand out what cannot be changed.
    Reflect.set(head.state.data, 'list', 'changed by a reader')
    expectEqual((await talk.head())?.state, given, 'the state')
    expectEqual(await talk.store.entries(talk.address, { limit: 9 }), [kept], 'the entry')
  }),
  durableCase(
    ['O5.1'],
    'gives back whatever it was given, also when it is opened again',
    async (talk, again) => {
      const state = stateWith(hostile())
      await talk.open(state)
      expectEqual((await (await again()).head())?.state, state, 'the state')
    }
  )
]
