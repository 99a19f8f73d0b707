import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { isRecord } from '../plain-json.ts'
import { begin } from './run-machine.ts'

/** Something a machine has that a pure step cannot do. */
export type MachineFault = { path: string; expected: string; got: string }

/**
 * Says what keeps a machine from guarding a workflow.
 *
 * Between two turns nothing but its snapshot exists: an actor would be forgotten, a timer would never
 * ring, and an action with an effect would be called again at every replay. `assign` and `raise` are
 * part of the step itself.
 */
export const machineFaults = (machine: AnyStateMachine): readonly MachineFault[] => [
  ...nodesOf(machine.root).flatMap(node => nodeFaults(node, machine)),
  ...[...machine.root.events]
    .filter(type => type === '*' || type.endsWith('.*'))
    .map(type => ({ path: 'machine', expected: 'events that have a name', got: type })),
  ...beginning(machine)
]

/** What goes wrong when the machine is begun without anything. */
const beginning = (machine: AnyStateMachine): MachineFault[] => {
  try {
    begin(machine)
    return []
  } catch (error) {
    return [{ path: 'machine', expected: 'a beginning without input', got: String(error) }]
  }
}

/** Every state of a machine, the root first, in the order of the definition. */
export const nodesOf = (root: AnyStateNode): readonly AnyStateNode[] => [
  root,
  ...Object.values(root.states).flatMap(node => nodesOf(node as AnyStateNode))
]

/** The name of a state as steps have it: its path from the root. */
export const nameOf = (node: AnyStateNode): string => node.path.join('.')

const nodeFaults = (node: AnyStateNode, machine: AnyStateMachine): MachineFault[] => {
  const path = ['machine', ...node.path].join('.')
  const transitions = transitionsOf(node)
  const actions = [
    ...node.entry,
    ...node.exit,
    ...transitions.flatMap(transition => transition.actions)
  ]
  return [
    ...(node.invoke.length > 0
      ? [{ path, expected: 'no invoked actor: the agent is asked by the engine', got: 'invoke' }]
      : []),
    ...(node.after.length > 0
      ? [{ path, expected: '`deadlines`, because nothing runs between turns', got: 'after' }]
      : []),
    ...(node.type === 'parallel' && node === machine.root
      ? [{ path, expected: 'one state after the other at the top', got: 'parallel' }]
      : []),
    ...actions
      .filter(action => !isDelayOf(action, node))
      .flatMap(action => {
        const got = impure(action, machine)
        return got === null ? [] : [{ path, expected: 'only `assign` and `raise`', got }]
      }),
    ...transitions.flatMap(({ guard }) => {
      const name = nameIn(guard)
      return name === null || Object.hasOwn(machine.implementations.guards, name)
        ? []
        : [{ path, expected: 'guards that are defined', got: name }]
    })
  ]
}

/** Every transition that leaves a state, the eventless ones included. */
export const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? [])
]

/** `after` brings a raise of its own into `entry`; it is told once. */
const isDelayOf = (action: unknown, node: AnyStateNode): boolean =>
  node.after.length > 0 && typeof action === 'function' && 'delay' in action

/** What an action is that is not part of a pure step, or null. */
const impure = (action: unknown, machine: AnyStateMachine): string | null => {
  const name = nameIn(action)
  if (name !== null) {
    const { actions } = machine.implementations
    if (!Object.hasOwn(actions, name)) return `${name}, which is not defined`
    return impure(actions[name], machine) === null ? null : name
  }
  if (typeof action !== 'function') return String(action)
  const type = 'type' in action ? action.type : null
  if (type === 'xstate.assign' || type === 'xstate.enqueueActions') return null
  if (type === 'xstate.raise')
    return 'delay' in action && action.delay !== undefined ? 'a raise with a delay' : null
  return typeof type === 'string' ? type : action.name || 'a function'
}

const nameIn = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference
  return isRecord(reference) && typeof reference.type === 'string' ? reference.type : null
}
