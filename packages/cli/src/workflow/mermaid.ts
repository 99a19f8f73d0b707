import type { WorkflowGraph } from '@turnwise/engine'

/** A workflow as a Mermaid state diagram; a dotted name is a state inside another. */
export function mermaidLines({ initial, steps, edges }: WorkflowGraph): string[] {
  const names = new Map(steps.map(({ id }, index) => [id, nameOf(id, index)]))
  const named = (id: string): string => names.get(id) ?? id
  return [
    'stateDiagram-v2',
    ...steps.map(
      ({ id, phase }) => `  ${named(id)}: ${labelOf(phase === null ? id : `${id} – ${phase}`)}`
    ),
    ...(names.has(initial) ? [`  [*] --> ${named(initial)}`] : []),
    ...edges.map(
      ({ from, to, event, guarded }) =>
        `  ${named(from)} --> ${named(to)}${labelled(event, guarded)}`
    ),
    ...steps.filter(({ ends }) => ends).map(({ id }) => `  ${named(id)} --> [*]`),
    ...(edges.length === 0
      ? ['  %% no machine guards: the agent may go from any step to any other']
      : [])
  ]
}

/** Mermaid takes letters, digits and underscores for a name. */
const nameOf = (id: string, index: number): string =>
  /^[A-Za-z_]\w*$/.test(id) ? id : `s${index}_${id.replace(/\W+/g, '_')}`

const labelled = (event: string, guarded: boolean): string => {
  const label = `${labelOf(event)}${guarded ? ' [guarded]' : ''}`.trim()
  return label === '' ? '' : ` : ${label}`
}

/** What would end the line, or begin something else in it. */
const labelOf = (text: string): string => text.replace(/[\s:;%#]+/g, ' ').trim()
