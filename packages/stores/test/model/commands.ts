import fc from 'fast-check'
import { type Admit, type Held, hour, type Model } from './model.ts'
import type { System } from './system.ts'

export const tids = ['start', 'a', 'b', 'c', 'd']
const owners = ['worker-1', 'worker-2', 'worker-3']

/** How the time of a test passes. */
export type Time = {
  elapse: (milliseconds: number) => Promise<void>
  /** Monotonic milliseconds of the stores; null where it is not ours. */
  now: () => number | null
}

/** The model, the stores that are held against it, and what has happened so far. */
export class Play {
  readonly model: Model
  readonly systems: readonly System[]
  readonly time: Time
  /** Grants that somebody was given and may still use, however old. */
  readonly grants: Held[] = []
  #commits = 0

  constructor(model: Model, systems: readonly System[], time: Time) {
    this.model = model
    this.systems = systems
    this.time = time
  }

  /** The model answers first: a store is given the number of the grant it is expected to give. */
  async same(expected: unknown, ask: (system: System, number: number) => Promise<unknown>) {
    const held = grantIn(expected)
    await Promise.all(
      this.systems.map(async system => {
        const got = await ask(system, held?.grant ?? 0)
        equal(system.name, got ?? null, expected ?? null)
      })
    )
    if (held !== undefined) this.grants.push(held)
  }

  async elapse(milliseconds: number): Promise<void> {
    this.model.elapse(milliseconds)
    await this.time.elapse(milliseconds)
  }

  newHash(tid: string): string {
    this.#commits += 1
    return `${tid}:${this.#commits}`
  }

  /** One of the latest grants, or an older one. */
  held(which: number): Held | undefined {
    return this.grants.at(-1 - (which % Math.max(1, this.grants.length)))
  }

  async compare(): Promise<void> {
    const now = this.time.now()
    const { head, ...rest } = this.model.view(tids)
    const expected = {
      head: head && { ...head, leased: now === null ? null : head.leased },
      ...rest
    }
    for (const system of this.systems) equal(system.name, await system.view(tids, now), expected)
  }

  async compareEvents(): Promise<void> {
    const expected = this.model.events.map(({ name, tid }) => ({ name, tid }))
    for (const system of this.systems)
      equal(`${system.name}, events`, await system.events(expected.length), expected)
  }
}

const grantIn = (answer: unknown): Held | undefined => {
  const { grant, next } = (answer ?? {}) as { grant?: Held; next?: { grant: Held } | null }
  return grant ?? next?.grant
}

/** Says which store differs, and how. */
const equal = (name: string, got: unknown, expected: unknown): void => {
  const [a, b] = [sorted(got), sorted(expected)]
  if (a !== b) throw new Error(`${name} differs from the model: ${a} instead of ${b}`)
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item
  )

/** One thing that happens, with the words fast-check shows of it. */
export type Step = { say: string; run: (play: Play) => Promise<void> }

const step = (say: string, run: Step['run']): Step => ({ say, run, toString: () => say }) as Step

const tid = fc.constantFrom(...tids)
const owner = fc.constantFrom(...owners)
const which = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(5))
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

type Seen = 'nothing' | 'current' | 'first' | 'lost' | 'other' | 'empty'

const seenOf = (model: Model, seen: Seen): Admit['seen'] => {
  const hashes = model.talk?.hashes ?? []
  switch (seen) {
    case 'nothing':
      return null
    case 'current':
      return { version: hashes.length, hash: hashes.at(-1) ?? '' }
    case 'first':
      return { version: 1, hash: hashes[0] ?? 'x' }
    case 'lost':
      return { version: hashes.length + 1, hash: 'x' }
    case 'other':
      return { version: 1, hash: 'x' }
    case 'empty':
      return { version: 0, hash: '' }
  }
}

const admits = (brief: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc
    .record({
      tid,
      print: often('the same', 'another'),
      owner,
      waiting: fc.constantFrom(
        'queue' as const,
        'queue' as const,
        'reject' as const,
        'interrupt' as const
      ),
      drives: often(true, false),
      seen: often<Seen>('nothing', 'current', 'first', 'lost', 'other', 'empty'),
      create: often(true, false),
      ahead: fc.constantFrom<Seen>('nothing', 'current', 'other', 'empty'),
      brief
    })
    .map(({ seen, ahead, brief, ...rest }) =>
      step(`admit ${JSON.stringify({ ...rest, seen, ahead, brief })}`, async play => {
        // What is brief is over before anything else happens.
        const wait = brief ? 10 : hour
        const knows = seenOf(play.model, ahead)
        const request = {
          ...rest,
          lease: hour,
          wait,
          seen: seenOf(play.model, seen),
          ahead: knows && { ...knows, query: `ahead of ${rest.tid}` }
        }
        await play.same(play.model.admit(request), (system, grant) => system.admit(request, grant))
        if (brief) await play.elapse(30)
      })
    )

/** A step of who was given a grant, be it yesterday's. */
const holding = (
  name: string,
  more: fc.Arbitrary<{ ask: number; yes: boolean; takes: boolean }>,
  run: (play: Play, held: Held, how: { ask: number; yes: boolean; takes: boolean }) => Promise<void>
) =>
  fc.tuple(which, more).map(([back, how]) =>
    step(`${name} ${back} ${JSON.stringify(how)}`, async play => {
      const held = play.held(back)
      if (held !== undefined) await run(play, held, how)
    })
  )

const how = fc.record({ ask: often(0, 1), yes: fc.boolean(), takes: often(true, false) })

const works = [
  holding('asking', how, (play, held, { ask, yes }) => {
    const query = `query ${ask} ${yes}`
    return play.same(play.model.asking(held, ask, query), system => system.asking(held, ask, query))
  }),
  holding('journal', how, (play, held, { ask, yes }) => {
    const text = `reply ${ask} ${yes} of ${held.grant}`
    return play.same(play.model.journal(held, ask, text), system => system.journal(held, ask, text))
  }),
  holding('renew', how, (play, held) =>
    play.same(play.model.renew(held, hour), system => system.renew(held, hour))
  ),
  holding('release', how, (play, held) =>
    play.same(play.model.release(held), system => system.release(held))
  ),
  holding('fail', how, (play, held, { yes, takes }) => {
    const why = `failed ${held.grant}`
    return play.same(play.model.fail(held, why, yes, takes), (system, grant) =>
      system.fail(held, why, yes, takes, grant)
    )
  })
]

const commits = holding('commit', how, (play, held, { takes }) => {
  const hash = play.newHash(held.tid)
  return play.same(play.model.commit(held, hash, hash, takes), (system, grant) =>
    system.commit(held, hash, hash, takes, grant)
  )
})

/** A worker dies: nobody renews its lease, and it is over. */
const dies = holding('lets its lease run out', how, async (play, held) => {
  await play.same(play.model.renew(held, 10), system => system.renew(held, 10))
  await play.elapse(30)
})

const others = [
  owner.map(who =>
    step(`adopt ${who}`, play =>
      play.same(play.model.adopt(who), (system, grant) => system.adopt(who, hour, grant))
    )
  ),
  owner.map(who =>
    step(`retract ${who}`, play =>
      play.same(play.model.retract(who), system => system.retract(who))
    )
  ),
  tid.map(which =>
    step(`withdraw ${which}`, play =>
      play.same(play.model.withdraw(which), system => system.withdraw(which))
    )
  ),
  fc.constant(step('stop', play => play.same(play.model.stop(), system => system.stop())))
]

const erases = fc.constant(
  step('erase', play => play.same(play.model.erase(), system => system.erase()))
)

const daysPass = fc.constant(step('two days pass', play => play.elapse(48 * hour)))

/** Somebody sets the clock; what counts is the time that never goes back. */
const clockJumps = fc.constantFrom(-3, 2).map(hours =>
  step(`the clock is set by ${hours} hours`, async ({ model }) => {
    model.wall += hours * hour
  })
)

/** What may happen in no time, usual things more often. */
export const timelessSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 48, arbitrary: admits(fc.constant(false)) },
  { weight: 24, arbitrary: commits },
  { weight: 40, arbitrary: fc.oneof(...works) },
  { weight: 16, arbitrary: fc.oneof(...others) },
  { weight: 1, arbitrary: erases }
)

/** What may happen while time passes; `leaps` for stores whose time is ours. */
export const steps = (leaps: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 48, arbitrary: admits(often(false, true)) },
    { weight: 24, arbitrary: commits },
    { weight: 40, arbitrary: fc.oneof(...works) },
    { weight: 12, arbitrary: dies },
    { weight: 16, arbitrary: fc.oneof(...others) },
    { weight: 1, arbitrary: fc.oneof(erases, ...(leaps ? [daysPass, clockJumps] : [])) }
  )
