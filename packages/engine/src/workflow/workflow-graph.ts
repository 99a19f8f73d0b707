import type { AnyStateNode } from 'xstate'
import { nameOf, nodesOf, transitionsOf } from './machine/check-machine.ts'
import type { Workflow } from './workflow.ts'

/** One way from a step to another; `event` is empty where the machine goes on by itself. */
export type GraphEdge = { from: string; to: string; event: string; guarded: boolean }

/** The steps of a workflow and the ways between them. */
export type WorkflowGraph = {
  initial: string
  /** Steps in which the conversation can rest; `ends` are the last ones. */
  steps: readonly { id: string; phase: string | null; ends: boolean }[]
  /** Empty where no machine guards: the agent may go from any step to any other. */
  edges: readonly GraphEdge[]
  /** Steps no way leads to, whatever the guards say. */
  unreachable: readonly string[]
}

/** Draws a workflow as its machine allows it; without a machine it is only the list of its steps. */
export const workflowGraph = (workflow: Workflow): WorkflowGraph => {
  const { machine, steps } = workflow
  const phaseOf = (id: string): string | null => steps.find(step => step.id === id)?.phase ?? null
  if (machine === null)
    return {
      initial: steps[0]?.id ?? 'start',
      steps: steps.map(({ id }) => ({ id, phase: phaseOf(id), ends: false })),
      edges: [],
      unreachable: []
    }
  const root = machine.root as AnyStateNode
  const rests = nodesOf(root).filter(node => node.type === 'atomic' || node.type === 'final')
  const edges = rests.flatMap(edgesFrom)
  const reached = reachable(nameOf(entered(root)), edges)
  return {
    initial: nameOf(entered(root)),
    steps: rests.map(node => ({
      id: nameOf(node),
      phase: phaseOf(nameOf(node)),
      ends: node.type === 'final' && node.parent === root
    })),
    edges,
    unreachable: rests.map(nameOf).filter(id => !reached.has(id))
  }
}

/** What a state takes, and what the states around it take for it. */
const edgesFrom = (node: AnyStateNode): GraphEdge[] => {
  const from = nameOf(node)
  const edges = new Map<string, GraphEdge>()
  for (const around of [node, ...ancestorsOf(node)]) {
    for (const { target, eventType, guard } of transitionsOf(around)) {
      for (const one of target ?? []) {
        const to = nameOf(entered(one as AnyStateNode))
        const key = `${eventType} ${to}`
        const edge = { from, to, event: eventType, guarded: guard !== undefined }
        if (node.type !== 'final' && !edges.has(key)) edges.set(key, edge)
      }
    }
  }
  return [...edges.values()]
}

const ancestorsOf = (node: AnyStateNode): AnyStateNode[] =>
  node.parent === undefined
    ? []
    : [node.parent as AnyStateNode, ...ancestorsOf(node.parent as AnyStateNode)]

/** Where somebody ends up who enters a state. */
const entered = (node: AnyStateNode): AnyStateNode => {
  // A memory leads back to wherever somebody was; it is drawn as the beginning of its state.
  const place = node.type === 'history' ? (node.parent as AnyStateNode) : node
  if (place.type !== 'compound') return place
  const [first] = place.initial.target ?? []
  return first === undefined ? place : entered(first as AnyStateNode)
}

const reachable = (initial: string, edges: readonly GraphEdge[]): ReadonlySet<string> => {
  const reached = new Set([initial])
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to)
  return reached
}
