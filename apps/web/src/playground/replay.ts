import { createReplyStream, type Path, type ReplyStream, type StreamUpdate } from '@turnwise/parse'
import { type Excerpt, firstOf, jsonExcerpt, jsonLine, type Shown } from './excerpt.ts'
import { formatPath } from './format-path.ts'
import { optionsOf, type Question } from './reading.ts'
import { stepOf } from './replay-steps.ts'

/** One value of the partial data. */
export type Part = {
  readonly path: string
  readonly value: string
  readonly pending: boolean
}

/** What a person would see when so much of a reply had arrived. */
export type Moment = {
  readonly at: number
  /** Undefined while there is no data. */
  readonly snapshot: Excerpt | undefined
  readonly parts: Shown<Part>
  /** What the last step wrote to. */
  readonly changed: Shown<string>
  /** Every place of the whole text where a better candidate begins. */
  readonly resets: readonly number[]
}

/** A reply that can be read up to any of its characters. */
export type Replay = { readonly to: (at: number) => Moment }

const MOST_PARTS = 200

/** Replays a reply; going on costs what is new, going back starts again. */
export function createReplay(question: Question): Replay {
  const { text } = question
  const step = stepOf(text.length)
  const begin = (): ReplyStream => createReplyStream(optionsOf(question))
  const resets: number[] = []
  let stream = begin()
  let reached = 0
  let update: StreamUpdate | undefined

  const goTo = (at: number, notice?: (at: number) => void): void => {
    if (at < reached) {
      stream = begin()
      reached = 0
      update = undefined
    }
    while (reached < at) {
      const next = Math.min(reached + step, at)
      update = stream.push(text.slice(reached, next))
      reached = next
      if (update.reset) notice?.(next)
    }
  }
  goTo(text.length, at => resets.push(at))

  return {
    to: wanted => {
      const at = Math.min(Math.max(0, wanted), text.length)
      goTo(at)
      const snapshot = update?.snapshot
      const parts = partsOf(snapshot, update?.pending)
      return {
        at,
        snapshot: snapshot === undefined ? undefined : jsonExcerpt(snapshot, undefined, 2),
        parts: firstOf(parts, MOST_PARTS, part => part),
        changed: firstOf(update?.changed ?? [], 20, formatPath),
        resets
      }
    }
  }
}

/** The leaves of the data, and the containers that are empty or still open. */
function partsOf(snapshot: unknown, pending: Path | undefined): Part[] {
  if (snapshot === undefined) return []
  const parts: Part[] = []
  const open: [path: Path, value: unknown][] = [[[], snapshot]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const isPending = pending !== undefined && path.every((key, index) => key === pending[index])
    if (entries.length === 0 || isPending) {
      const shown = entries.length === 0 ? jsonLine(value, 80) : Array.isArray(value) ? '[…' : '{…'
      parts.push({ path: formatPath(path), value: shown, pending: isPending })
    }
    if (parts.length > MOST_PARTS) break
    for (const [key, inner] of entries.reverse()) {
      open.push([[...path, Array.isArray(value) ? Number(key) : key], inner])
    }
  }
  return parts
}
