import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { Step } from '../workflow.ts'
import { type MachineFault, nameOf, nodesOf, transitionsOf } from './check-machine.ts'

/** What steps and deadlines say of places that are not there, or that they cannot apply to. */
export const stepFaults = (
  machine: AnyStateMachine | null,
  steps: readonly Step[],
  { signal, deadlines = {} }: { signal?: unknown; deadlines?: Readonly<Record<string, number>> }
): readonly MachineFault[] => {
  const timed = Object.keys(deadlines)
  if (machine === null)
    return [
      ...(signal === undefined
        ? []
        : [{ path: 'signal', expected: 'a machine that takes its events', got: 'none' }]),
      ...steps
        .filter(({ result }) => result !== undefined)
        .map(({ id }) => fault(`steps.${id}`, 'a result only where a machine ends', 'no machine')),
      ...timed
        .filter(step => !steps.some(({ id }) => id === step))
        .map(step => fault('deadlines', 'a declared step', step))
    ]
  const nodes = new Map(nodesOf(machine.root).map(node => [nameOf(node), node]))
  return [
    ...steps
      .filter(({ id }) => !nodes.has(id) || id === '')
      .map(({ id }) => fault('steps', 'a state of the machine', id)),
    ...steps
      .filter(({ id, result }) => result !== undefined && nodes.get(id)?.type !== 'final')
      .map(({ id }) => fault(`steps.${id}`, 'a result only where the machine ends', 'not final')),
    ...timed.flatMap(step => {
      const node = nodes.get(step)
      if (node === undefined) return [fault('deadlines', 'a state of the machine', step)]
      return takesTimeout(node)
        ? []
        : [fault(`deadlines.${step}`, 'a transition for the event TIMEOUT', 'none')]
    })
  ]
}

const takesTimeout = (node: AnyStateNode): boolean =>
  transitionsOf(node).some(({ eventType }) => eventType === 'TIMEOUT') ||
  (node.parent !== undefined && takesTimeout(node.parent as AnyStateNode))

const fault = (path: string, expected: string, got: string): MachineFault => ({
  path,
  expected,
  got
})
