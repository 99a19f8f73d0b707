import type { ParsedTurn } from '@turnwise/schema'
import { advance, type Stood, takes } from './machine/run-machine.ts'
import { factsOf, missingIn } from './readiness.ts'
import type { ConversationState, RefusedProposal } from './state.ts'
import { RESERVED_EVENTS, type Workflow } from './workflow.ts'

/** Where a conversation stands after a move. */
export type Place = Pick<ConversationState, 'status' | 'result' | 'step' | 'machine'>

/** What becomes of a proposal of the agent. */
export type Verdict =
  | { kind: 'moved'; place: Place }
  | {
      kind: 'refused'
      proposed: string
      reason: RefusedProposal['reason']
      missing: readonly string[]
    }
  | { kind: 'nothing' }

/**
 * Judges what a reply proposes, after its data was collected. Pure.
 *
 * Without a machine the agent's action and step count; with one they are an event that the machine
 * may take or not. Either way success needs everything that is required, and where the workflow says
 * `confirm` nothing that cannot be taken back is done on the word of a text alone.
 */
export const judge = (workflow: Workflow, state: ConversationState, parsed: ParsedTurn): Verdict =>
  workflow.machine === null
    ? follow(workflow, state, parsed)
    : guard(workflow, workflow.machine, state, parsed)

const follow = (workflow: Workflow, state: ConversationState, parsed: ParsedTurn): Verdict => {
  const step = parsed.step ?? state.step
  const moved = (status: Place['status'], result: Place['result']): Verdict => ({
    kind: 'moved',
    place: { status, result, step, machine: null }
  })
  if (parsed.nextAction === 'error') return moved('error', 'failed')
  const completes = parsed.nextAction === 'complete'
  if (!completes && !entersIrreversible(workflow, state.step, step)) return moved('active', null)
  const proposed = completes ? 'complete' : step
  const missing = missingIn(workflow, state.data)
  const needsUser = onlySaid(workflow, state, parsed)
  if (missing.length > 0 && (completes || needsUser)) return incomplete(proposed, missing)
  if (needsUser) return refused(proposed, 'unconfirmed')
  return completes ? moved('completed', 'success') : moved('active', null)
}

const guard = (
  workflow: Workflow,
  machine: NonNullable<Workflow['machine']>,
  state: ConversationState,
  parsed: ParsedTurn
): Verdict => {
  const facts = factsOf(workflow, state)
  const event = workflow.signal(parsed, facts)
  if (event === null) return { kind: 'nothing' }
  const { type } = event
  if (isReserved(type)) return refused(type, 'not-allowed')
  const at = state.machine ?? {}
  const would = (more: Partial<typeof facts>): boolean =>
    takes(machine, at, { ...event, ...facts, ...more })
  if (!would({})) {
    if (!facts.ready && would({ ready: true, confirmed: true }))
      return incomplete(type, missingIn(workflow, state.data))
    return refused(type, would({ confirmed: true }) ? 'unconfirmed' : 'not-allowed')
  }
  const next = advance(machine, at, { ...event, ...facts })
  const place = placeOf(workflow, next)
  const succeeds = place.result === 'success'
  const binding = succeeds || entersIrreversible(workflow, state.step, next.step)
  const needsUser = binding && onlySaid(workflow, state, parsed)
  if (!facts.ready && (succeeds || needsUser))
    return incomplete(type, missingIn(workflow, state.data))
  return needsUser ? refused(type, 'unconfirmed') : { kind: 'moved', place }
}

/** What a machine's standing means for the conversation. */
export const placeOf = (workflow: Workflow, { snapshot, step, done }: Stood): Place => {
  const ending = workflow.steps.find(({ id }) => id === step)?.result ?? 'success'
  return {
    status: done ? 'completed' : 'active',
    result: done ? ending : null,
    step,
    machine: snapshot
  }
}

const isReserved = (type: string): boolean =>
  (RESERVED_EVENTS as readonly string[]).includes(type) || type.startsWith('xstate.')

const entersIrreversible = (workflow: Workflow, from: string, to: string): boolean =>
  from !== to && (workflow.steps.find(({ id }) => id === to)?.irreversible ?? false)

/** Nobody but the agent says so, and it only says so in words. */
const onlySaid = (
  workflow: Workflow,
  { confirmation }: ConversationState,
  { trust, confidence }: ParsedTurn
): boolean =>
  workflow.confirm && !(confirmation?.given ?? false) && (trust === 'low' || confidence === 'low')

const refused = (proposed: string, reason: RefusedProposal['reason']): Verdict => ({
  kind: 'refused',
  proposed,
  reason,
  missing: []
})

const incomplete = (proposed: string, missing: readonly string[]): Verdict => ({
  kind: 'refused',
  proposed,
  reason: 'incomplete',
  missing
})
