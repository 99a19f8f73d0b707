import type { Message, ParsedTurn } from '@turnwise/schema'
import { createPatch } from 'rfc6902'
import type { ConversationState } from '../workflow/state.ts'

/** One thing that would be otherwise; `null` where there is nothing on one side. */
export type Change = {
  /**
   * How the reply was read, a collected field, a move of the workflow, or anything else by its JSON
   * pointer.
   */
  what: 'kind' | 'surface' | 'field' | 'step' | 'status' | 'result' | 'detail'
  /** Name of the field, or the pointer. */
  name: string
  before: unknown
  after: unknown
}

/** What is compared of a turn. */
export type Outcome = {
  parsed: ParsedTurn | null
  messages: readonly Message[]
  state: ConversationState
}

/** What differs between a stored turn and the same turn read again; nothing when every byte is the same. */
export const changesBetween = (before: Outcome, after: Outcome): readonly Change[] => {
  const [then, now] = [plain(before), plain(after)]
  if (JSON.stringify(then) === JSON.stringify(now)) return []
  const changes = [
    ...one('kind', then.parsed?.kind, now.parsed?.kind),
    ...one('surface', then.parsed?.surface, now.parsed?.surface),
    ...fields(then.state.data, now.state.data),
    ...one('step', then.state.step, now.state.step),
    ...one('status', then.state.status, now.state.status),
    ...one('result', then.state.result, now.state.result)
  ]
  return changes.length > 0 ? changes : details(then, now)
}

const one = (what: Change['what'], before: unknown, after: unknown): Change[] =>
  before === after ? [] : [{ what, name: what, before: before ?? null, after: after ?? null }]

const fields = (then: Record<string, unknown>, now: Record<string, unknown>): Change[] =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap(name => {
    const [before = null, after = null] = [then[name], now[name]]
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [{ what: 'field' as const, name, before, after }]
  })

const details = (then: Outcome, now: Outcome): Change[] =>
  createPatch(then, now).map(operation => ({
    what: 'detail',
    name: operation.path,
    before: at(then, operation.path),
    after: 'value' in operation ? operation.value : null
  }))

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value) ??
  null

/** As it is stored: through text, with keys in the order of their writing. */
const plain = ({ parsed, messages, state }: Outcome): Outcome =>
  JSON.parse(
    JSON.stringify({ parsed, messages, state }, (_, item) =>
      typeof item === 'string' ? item.toWellFormed() : item
    )
  )
