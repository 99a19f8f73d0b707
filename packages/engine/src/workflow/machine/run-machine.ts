import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  initialTransition,
  type StateValue,
  transition
} from 'xstate'

/** Where a machine stands, as JSON. */
export type Snapshot = Record<string, unknown>

/** A machine after a step: what is kept of it, where it stands, and whether it has ended. */
export type Stood = { snapshot: Snapshot; step: string; done: boolean }

/** @throws whatever a guard or an assignment of the machine throws: a bug of the workflow */
export const begin = (machine: AnyStateMachine): Stood => {
  const [next, actions] = initialTransition(machine, undefined)
  return stood(machine, next, actions)
}

/** Whether a machine takes an event where it stands; one whose guard throws on it does not. */
export const takes = (machine: AnyStateMachine, at: Snapshot, event: EventObject): boolean => {
  try {
    return restored(machine, at).can(event)
  } catch {
    return false
  }
}

/**
 * Takes an event: a pure function of machine, snapshot and event, so that a replay cannot diverge.
 *
 * @throws whatever a guard or an assignment of the machine throws: a bug of the workflow
 */
export const advance = (machine: AnyStateMachine, at: Snapshot, event: EventObject): Stood => {
  const [next, actions] = transition(machine, restored(machine, at), event)
  return stood(machine, next, actions)
}

/** Puts a machine into a state by its name, with the context it begins with. */
export const placed = (machine: AnyStateMachine, step: string): Stood => {
  const { context } = initialTransition(machine, undefined)[0] as AnyMachineSnapshot
  const [leaf = '', ...around] = step.split('.').reverse()
  const value = around.reduce<StateValue>((inner, name) => ({ [name]: inner }), leaf)
  return stood(machine, machine.resolveState({ value, context }), [])
}

const restored = (machine: AnyStateMachine, at: Snapshot): AnyMachineSnapshot =>
  // An actor that is never started: the one public way from JSON to a snapshot, history included.
  createActor(machine, { snapshot: at as never }).getSnapshot() as AnyMachineSnapshot

const stood = (
  machine: AnyStateMachine,
  next: AnyMachineSnapshot,
  actions: readonly { type: string; params?: unknown }[]
): Stood => {
  // What the definition could not show: actions that others put together on the way.
  if (actions.some(isEffect) || Object.keys(next.children).length > 0)
    throw new TypeError(`machine ${machine.id} wants to act, but it may only decide`)
  return {
    snapshot: JSON.parse(JSON.stringify(machine.getPersistedSnapshot(next))) as Snapshot,
    step: worded(next.value),
    done: next.status === 'done'
  }
}

const worded = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => {
          const within = worded(inner)
          return within === '' ? name : `${name}.${within}`
        })
        .join(' + ')
    : String(value)

/** A raise without a delay has been taken already when it is told. */
const isEffect = ({ type, params }: { type: string; params?: unknown }): boolean =>
  type !== 'xstate.raise' || (params as { delay?: unknown } | undefined)?.delay !== undefined
