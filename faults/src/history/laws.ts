import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@turnwise/engine'
import type { Answer } from '../worker/subject.ts'
import type { Observed, Violation } from './observed.ts'

type Found = Omit<Violation, 'law'>

/** A law tells every place where an observation breaks it. */
export type Law = (observed: Observed) => Iterable<Found>

/** What every run must keep to, by the name under which a violation is counted. */
export const laws: Readonly<Record<string, Law>> = {
  /** An acknowledged turn is in the history. */
  *lost({ acknowledgements, histories }) {
    for (const { conversation, key, answer } of acknowledgements)
      if (answer !== null && entriesOf(histories.get(conversation), key, answer).length === 0)
        yield { conversation, detail: `${key} was acknowledged as turn ${answer.turn} and is gone` }
  },

  /** No turn happens twice, acknowledged or not. */
  *twice({ histories }) {
    for (const [conversation, { entries }] of histories)
      for (const [key, turns] of groupedTurns(entries))
        if (turns.length > 1) yield { conversation, detail: `${key} is turns ${turns.join(', ')}` }
  },

  /** It is there at the number that was acknowledged. */
  *number({ acknowledgements, histories }) {
    for (const { conversation, key, answer } of acknowledgements) {
      if (answer === null) continue
      const [entry] = entriesOf(histories.get(conversation), key, answer)
      if (entry !== undefined && entry.turn !== answer.turn)
        yield { conversation, detail: `${key} was ${answer.turn} and is ${entry.turn}` }
    }
  },

  /** It says there what was acknowledged. */
  *body({ acknowledgements, histories }) {
    for (const { conversation, key, answer } of acknowledgements) {
      if (answer === null) continue
      const [entry] = entriesOf(histories.get(conversation), key, answer)
      if (entry !== undefined && !says(entry, answer))
        yield { conversation, detail: `${key} says something else than was acknowledged` }
    }
  },

  /** One key has one answer, whoever asks and however often. */
  *answers({ acknowledgements }) {
    const first = new Map<string, (typeof acknowledgements)[number]>()
    for (const told of acknowledgements) {
      const earlier = first.get(told.key)
      if (earlier === undefined) first.set(told.key, told)
      else if (!isDeepStrictEqual(earlier, told))
        yield { conversation: told.conversation, detail: `${told.key} has two answers` }
    }
  },

  /** What was refused for good has not happened. */
  *refused(observed) {
    for (const { conversation, key } of refusedForGood(observed)) {
      const entries = observed.histories.get(conversation)?.entries
      if (entries?.some(entry => keyOf(entry) === key))
        yield { conversation, detail: `${key} was refused and is in the history` }
    }
  },

  /** What was refused for good has not been sent to the agent. */
  *sent(observed) {
    const asked = new Set(observed.calls.map(({ key }) => key))
    for (const { conversation, key } of refusedForGood(observed))
      if (asked.has(key)) yield { conversation, detail: `${key} was refused and was asked` }
  },

  /** Turns are numbered from 1 to the version, without a gap. */
  *gap({ histories }) {
    for (const [conversation, { head, entries }] of histories) {
      const numbers = entries.map(({ turn }) => turn)
      const right = numbers.every((turn, index) => turn === index + 1)
      if (!right || head.version !== numbers.length)
        yield { conversation, detail: `version ${head.version} has turns ${numbers.join(' ')}` }
    }
  },

  /** Each entry carries the hash of the one before, and the hash of what it says itself. */
  *chain({ histories }) {
    for (const [conversation, { head, entries }] of histories) {
      let previous = ''
      for (const entry of entries) {
        if (entry.previous !== previous)
          yield { conversation, detail: `turn ${entry.turn} does not follow the one before it` }
        if (entry.queries !== undefined && hashOf(entry) !== entry.hash)
          yield { conversation, detail: `turn ${entry.turn} is not what was hashed` }
        previous = entry.hash
      }
      if (head.hash !== previous) yield { conversation, detail: 'the head has another hash' }
    }
  },

  /** A turn was granted on the version it follows. */
  *base({ histories }) {
    for (const [conversation, { entries, records }] of histories)
      for (const { turn, tid } of entries) {
        const base = records[tid]?.base
        if (base !== undefined && base !== turn - 1)
          yield { conversation, detail: `turn ${turn} was granted on version ${base}` }
      }
  },

  /** Every turn was written under a higher fence than the one before. */
  *fence({ histories }) {
    for (const [conversation, { head, entries }] of histories) {
      const fences = [...entries.map(({ fence }) => fence)]
      for (const [index, fence] of fences.entries())
        if (index > 0 && fence <= (fences[index - 1] ?? 0))
          yield { conversation, detail: `turn ${index + 1} has fence ${fence}` }
      if (head.fence < (fences.at(-1) ?? 0))
        yield { conversation, detail: 'the head has an older fence than its last turn' }
    }
  },

  /**
   * The agent is asked once for each turn, and once to put its answer right. Only one that may be asked twice is asked again, and only
   * for turns that were under way to it when their worker was killed.
   */
  *calls({ calls, histories, unheard }) {
    const repeatable = new Set<string>()
    for (const [, { head, entries }] of histories)
      if (head.workflow?.id === 'safe') for (const entry of entries) repeatable.add(keyOf(entry))
    let extra = 0
    for (const ask of [0, 1])
      for (const [key, times] of countOf(calls.filter(call => call.ask === ask))) {
        if (repeatable.has(key)) extra += times - 1
        else if (times > 1)
          yield { conversation: '', detail: `${key} was asked ${times} times (${ask})` }
      }
    if (extra > unheard)
      yield { conversation: '', detail: `${extra} calls were repeated, ${unheard} were lost` }
  },

  /** Messages are answered in the order in which they were admitted. */
  *order({ orders, histories }) {
    for (const { conversation, keys } of orders) {
      const there = (histories.get(conversation)?.entries ?? []).map(keyOf)
      const told = there.filter(key => keys.includes(key))
      const admitted = keys.filter(key => there.includes(key))
      if (told.join() !== admitted.join())
        yield { conversation, detail: `${admitted.join(' ')} became ${told.join(' ')}` }
    }
  },

  /** Whoever holds a conversation holds it for a turn. */
  *lease({ namelessLeases, histories }) {
    for (const conversation of namelessLeases)
      yield { conversation, detail: 'it was held for no turn' }
    for (const [conversation, { head }] of histories)
      if (head.lease !== null && head.tid === null)
        yield { conversation, detail: 'it is held for no turn' }
  },

  /** Once the faults have stopped, every conversation accepts a turn within two leases. */
  *stuck({ stuck }) {
    for (const { conversation, milliseconds } of stuck)
      yield { conversation, detail: `it took ${milliseconds} ms to accept a turn` }
  },

  /** Nothing is kept for ever that was not to be. */
  *immortal({ immortals, histories }) {
    for (const name of immortals) yield { conversation: '', detail: name }
    for (const [conversation, { head, records }] of histories) {
      if (head.expiresAt === null) yield { conversation, detail: 'the conversation never ends' }
      for (const record of Object.values(records))
        if (record.turn !== null && record.expiresAt === null)
          yield { conversation, detail: `the key of turn ${record.turn} never ends` }
    }
  }
}

/** The key a turn was handed in under: its text, or a word of its own for what has none. */
export const keyOf = ({ input }: Pick<Entry, 'input'>): string => {
  if (input.kind === 'text') return input.text
  return input.kind === 'notice' ? `the late answer of turn ${input.of}` : 'the start'
}

/** Refusals, and failures without an entry, of keys that were not answered some other time. */
const refusedForGood = ({
  refusals,
  acknowledgements
}: Observed): readonly { conversation: string; key: string }[] => {
  const withoutEntry = acknowledgements.filter(({ answer }) => answer === null)
  const answered = new Set(
    acknowledgements.filter(({ answer }) => answer !== null).map(({ key }) => key)
  )
  return [...refusals, ...withoutEntry].filter(({ key }) => !answered.has(key))
}

const entriesOf = (
  history: { entries: readonly Entry[] } | undefined,
  key: string,
  answer: Answer
): readonly Entry[] => {
  const wanted = answer.turn === 1 ? 'the start' : key
  return history?.entries.filter(entry => keyOf(entry) === wanted) ?? []
}

const groupedTurns = (entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> => {
  const turns = new Map<string, number[]>()
  for (const entry of entries)
    turns.set(keyOf(entry), [...(turns.get(keyOf(entry)) ?? []), entry.turn])
  return turns
}

const countOf = (calls: readonly { key: string }[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { key } of calls) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const says = (entry: Entry, answer: Answer): boolean =>
  answer.seen === `${entry.turn}.${entry.hash}` &&
  answer.outcome === entry.outcome &&
  isDeepStrictEqual(
    answer.messages,
    entry.messages.filter(({ role }) => role !== 'user')
  )

/** SHA-256 of an entry's text without its hash, in base64url: as it was sealed. */
const hashOf = ({ hash: _, ...open }: Entry): string =>
  createHash('sha256').update(JSON.stringify(open)).digest('base64url')
