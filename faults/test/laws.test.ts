import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { check } from '../src/history/check.ts'
import { laws } from '../src/history/laws.ts'
import type { Observed } from '../src/history/observed.ts'
import type { Answer, History } from '../src/worker/subject.ts'

// A run without a fault, written by hand: an opening, two messages, a third that was refused.

type Entry = History['entries'][number]
type Mutable<T> =
  T extends ReadonlyMap<unknown, unknown>
    ? T
    : T extends object
      ? { -readonly [K in keyof T]: Mutable<T[K]> }
      : T

const seal = (open: Record<string, unknown>): Entry =>
  ({
    ...open,
    hash: createHash('sha256').update(JSON.stringify(open)).digest('base64url')
  }) as unknown as Entry

const entryOf = (turn: number, key: string | null, previous: string): Entry =>
  seal({
    turn,
    tid: `tid of ${key ?? 'the start'}`,
    outcome: 'committed',
    input: key === null ? { kind: 'start' } : { kind: 'text', text: key },
    queries: [],
    messages: [
      { id: `${turn}-0`, role: 'user', text: key },
      { id: `${turn}-1`, role: 'assistant', text: `I heard ${key}.` }
    ],
    fence: 100 + turn,
    previous
  })

const answerTo = ({ turn, hash, outcome, messages }: Entry): Answer =>
  ({
    conversationId: 'c',
    turn,
    outcome,
    messages: messages.filter(({ role }) => role !== 'user'),
    seen: `${turn}.${hash}`
  }) as unknown as Answer

/** A history in which these keys were answered, in this order, each with its record. */
const historyOf = (...keys: (string | null)[]): History => {
  const entries: Entry[] = []
  for (const key of keys) entries.push(entryOf(entries.length + 1, key, entries.at(-1)?.hash ?? ''))
  const head = {
    version: entries.length,
    hash: entries.at(-1)?.hash ?? '',
    fence: 100 + entries.length,
    lease: null,
    tid: null,
    workflow: { id: 'queue', version: 1 },
    expiresAt: 1
  }
  const records = entries.map(({ tid, turn }) => [tid, { base: turn - 1, turn, expiresAt: 1 }])
  return { head, entries, records: Object.fromEntries(records) } as unknown as History
}

const goodRun = (): Mutable<Observed> => {
  const history = historyOf(null, 'first', 'second')
  const acknowledgements = history.entries.map(entry => ({
    conversation: 'c',
    key: entry.input.kind === 'text' ? entry.input.text : 'start',
    answer: answerTo(entry),
    failure: null
  }))
  return {
    histories: new Map([['c', history]]),
    acknowledgements: [...acknowledgements, ...acknowledgements],
    refusals: [{ conversation: 'c', key: 'third', code: 'ERR_QUEUE_FULL' }],
    calls: ['first', 'second'].map(key => ({ conversation: 'far', key, ask: 0 as const, at: 0 })),
    unheard: 0,
    orders: [{ conversation: 'c', keys: ['first', 'second'] }],
    stuck: [],
    namelessLeases: [],
    immortals: []
  } as unknown as Mutable<Observed>
}

const historyIn = (run: Mutable<Observed>): Mutable<History> => {
  const history = run.histories.get('c')
  if (history === undefined) throw new TypeError('there is no history')
  return history as Mutable<History>
}

const replaceHistory = (run: Mutable<Observed>, ...keys: (string | null)[]): void => {
  run.histories = new Map([['c', historyOf(...keys)]])
}

/** Seals an entry again after a change, and what is behind it. */
const reseal = (run: Mutable<Observed>, change: (entry: Mutable<Entry>) => void): void => {
  const history = historyIn(run)
  const second = history.entries[1] as Mutable<Entry>
  change(second)
  const resealed: Entry[] = [history.entries[0] as unknown as Entry]
  for (const { hash: _, ...open } of history.entries.slice(1) as unknown as Entry[])
    resealed.push(seal({ ...open, previous: resealed.at(-1)?.hash ?? '' }))
  history.entries = resealed as unknown as typeof history.entries
  history.head.hash = resealed.at(-1)?.hash ?? ''
}

/** One way of breaking each law; the first law that is named is the one it is meant for. */
const badRuns: Record<string, [string[], (run: Mutable<Observed>) => void]> = {
  'an acknowledged turn that is gone': [['lost'], run => replaceHistory(run, null, 'first')],
  'a conversation that is gone': [
    ['lost'],
    run => {
      run.histories = new Map()
      run.orders = []
    }
  ],
  'a turn that happened twice': [
    ['twice', 'order', 'base'],
    run => replaceHistory(run, null, 'first', 'second', 'first')
  ],
  'a turn at another number': [
    ['number', 'body', 'order'],
    run => replaceHistory(run, null, 'second', 'first')
  ],
  'a turn that says something else': [
    ['body'],
    run =>
      reseal(run, entry => {
        const message = entry.messages[1]
        if (message) message.text = 'Something else.'
      })
  ],
  'a key with two answers': [
    ['answers'],
    run => {
      const told = run.acknowledgements[1]
      if (told) run.acknowledgements[1] = { ...told, failure: 'ERR_TURN_FAILED' }
    }
  ],
  'a refused turn that happened': [
    ['refused'],
    run => replaceHistory(run, null, 'first', 'second', 'third')
  ],
  'a refused turn that was asked': [
    ['sent'],
    run => void run.calls.push({ conversation: 'far', key: 'third', ask: 0, at: 0 })
  ],
  'a stored failure of a turn that happened': [
    ['refused'],
    run => {
      replaceHistory(run, null, 'first', 'second', 'fourth')
      const failure = 'ERR_QUEUE_TIMEOUT'
      run.acknowledgements.push({ conversation: 'c', key: 'fourth', answer: null, failure })
    }
  ],
  'a number that is missing': [
    ['gap'],
    run => {
      historyIn(run).head.version = 4
    }
  ],
  'an entry that follows another': [
    ['chain', 'body'],
    run => {
      const history = historyIn(run)
      const { hash: _, ...open } = history.entries[2] as unknown as Entry
      const forged = seal({ ...open, previous: 'another' })
      history.entries[2] = forged as unknown as Mutable<Entry>
      history.head.hash = forged.hash
    }
  ],
  'an entry that was rewritten': [
    ['chain'],
    run => {
      const entry = historyIn(run).entries[1]
      if (entry) entry.fence += 0.5
    }
  ],
  'a head with another hash': [
    ['chain'],
    run => {
      historyIn(run).head.hash = 'another'
    }
  ],
  'a turn that was granted on an old version': [
    ['base'],
    run => {
      const record = historyIn(run).records['tid of second']
      if (record) record.base = 1
    }
  ],
  'a fence that does not rise': [
    ['fence', 'body'],
    run =>
      reseal(run, entry => {
        entry.fence = 101
      })
  ],
  'a head with an older fence': [
    ['fence'],
    run => {
      historyIn(run).head.fence = 102
    }
  ],
  'an agent that was asked twice': [
    ['calls'],
    run => void run.calls.push({ conversation: 'far', key: 'first', ask: 0, at: 1 })
  ],
  'an agent that may be asked twice, and was without need': [
    ['calls'],
    run => {
      historyIn(run).head.workflow.id = 'safe'
      run.calls.push({ conversation: 'far', key: 'first', ask: 0, at: 1 })
    }
  ],
  'an answer out of order': [
    ['order'],
    run => {
      run.orders = [{ conversation: 'c', keys: ['second', 'first'] }]
    }
  ],
  'a lease without a turn': [['lease'], run => void run.namelessLeases.push('c')],
  'a lease without a turn in the end': [
    ['lease'],
    run => {
      historyIn(run).head.lease = { owner: 'w', until: 1 }
    }
  ],
  'a conversation that is stuck': [
    ['stuck'],
    run => void run.stuck.push({ conversation: 'c', milliseconds: 9000 })
  ],
  'a key of the store without an end': [['immortal'], run => void run.immortals.push('a key')],
  'a conversation without an end': [
    ['immortal'],
    run => {
      historyIn(run).head.expiresAt = null
    }
  ],
  'a record without an end': [
    ['immortal'],
    run => {
      const record = historyIn(run).records['tid of first']
      if (record) record.expiresAt = null
    }
  ]
}

const broken = (run: Mutable<Observed>): string[] => [
  ...new Set(check(run as unknown as Observed).map(({ law }) => law))
]

describe('the checker of histories', () => {
  it('finds nothing in a run that is right', () => {
    expect(check(goodRun() as unknown as Observed)).toEqual([])
  })

  it('lets an agent that may be asked twice be asked again for a turn that was lost', () => {
    const run = goodRun()
    historyIn(run).head.workflow.id = 'safe'
    run.calls.push({ conversation: 'far', key: 'first', ask: 0, at: 1 })
    run.unheard = 1
    expect(broken(run)).toEqual([])
  })

  it('tells the notice of a late answer from the start, and one that comes twice', () => {
    const notice = { kind: 'notice', of: 2, reply: null }
    const told = (...notices: string[]): Mutable<Observed> => {
      const run = goodRun()
      replaceHistory(run, null, 'first', 'second', ...notices)
      const told = historyIn(run).entries.slice(3) as unknown as Mutable<Entry>[]
      reseal(run, () => {
        for (const entry of told) Object.assign(entry, { input: notice })
      })
      return run
    }
    expect(broken(told('late'))).toEqual([])
    expect(broken(told('late', 'again'))).toContain('twice')
  })

  it.each(Object.entries(badRuns))('finds %s', (_name, [expected, spoil]) => {
    const run = goodRun()
    spoil(run)
    expect(broken(run).toSorted()).toEqual(expected.toSorted())
  })

  it('is shown a run that breaks each law', () => {
    const meant = new Set(Object.values(badRuns).map(([[law]]) => law))
    expect([...meant].toSorted()).toEqual(Object.keys(laws).toSorted())
  })
})
