import { defineWorkflow, type Provenance, z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialState } from '../../src/workflow/initial-state.ts'
import { mergeData } from '../../src/workflow/merge-data.ts'
import { estimateProgress } from '../../src/workflow/progress.ts'
import { renderState } from '../../src/workflow/render-state.ts'

const workflow = defineWorkflow({
  id: 'trip',
  version: 2,
  title: 'Trip',
  data: z.object({
    destination: z.string(),
    hotel: z.object({ name: z.string(), room: z.object({ beds: z.int() }).optional() }),
    stops: z.array(z.string()),
    seen: z.array(z.string()).optional(),
    sizes: z.record(z.string(), z.int()).optional(),
    pay: z.union([z.object({ card: z.string() }), z.object({ iban: z.string() })]).optional()
  }),
  steps: [
    { id: 'first', phase: 'First' },
    { id: 'half', progress: 0.5 }
  ],
  append: ['seen']
})

const agent = (turn: number): Provenance => ({ origin: 'agent', surface: 'value', turn })
const nothing = { data: {}, provenance: {} }

/** Merges one after the other, each as a turn of its own. */
const merge = (...parts: Record<string, unknown>[]) =>
  parts.reduce<{ data: Record<string, unknown>; provenance: Record<string, Provenance> }>(
    (collected, part, index) => {
      const { data, provenance } = mergeData(workflow, collected, part, agent(index + 1))
      return { data, provenance }
    },
    nothing
  )

describe('merging', () => {
  it.each([
    ['the last value wins', [{ destination: 'A' }, { destination: 'B' }], { destination: 'B' }],
    ['nothing declared is nothing', [{ other: 1, toString: 2 }], {}],
    [
      'undefined says nothing',
      [{ destination: 'A' }, { destination: undefined }],
      { destination: 'A' }
    ],
    ['lists are replaced', [{ stops: ['a', 'b'] }, { stops: ['c'] }], { stops: ['c'] }],
    [
      'or appended where it says so',
      [{ seen: ['a'] }, { seen: ['b', 'a'] }],
      { seen: ['a', 'b', 'a'] }
    ],
    [
      'objects merge at every level',
      [{ hotel: { name: 'Ritz', room: { beds: 1 } } }, { hotel: { room: { beds: 2 } } }],
      { hotel: { name: 'Ritz', room: { beds: 2 } } }
    ],
    ['records are replaced', [{ sizes: { a: 1, b: 2 } }, { sizes: { a: 3 } }], { sizes: { a: 3 } }],
    [
      'members of a union are replaced',
      [{ pay: { card: '1' } }, { pay: { iban: '2' } }],
      { pay: { iban: '2' } }
    ],
    ['null is a value of its own', [{ hotel: { name: 'x' } }, { hotel: null }], { hotel: null }]
  ])('[O8.1] %s', (_, parts, data) => {
    expect(merge(...parts).data).toEqual(data)
  })

  it('[C4.4] [O8.1] keeps where a field came from until it changes', () => {
    const { provenance } = merge(
      { destination: 'A', stops: ['a'] },
      { destination: 'A', stops: ['b'] },
      { stops: ['b'], hotel: { name: 'x' } }
    )
    expect(provenance).toEqual({ destination: agent(1), stops: agent(2), hotel: agent(3) })
  })

  it('[O8.1] leaves what it is given as it was', () => {
    const before = merge({ hotel: { name: 'Ritz' }, seen: ['a'] })
    const copy = structuredClone(before)
    mergeData(workflow, before, { hotel: { name: 'x' }, seen: ['b'] }, agent(2))
    expect(before).toEqual(copy)
  })

  it('[O8.1] is not reached by prototype keys', () => {
    const evil = JSON.parse(
      '{"__proto__":{"x":1},"constructor":{"x":1},"hotel":{"__proto__":{"x":1},"name":"a"}}'
    ) as Record<string, unknown>
    const { data } = merge({ hotel: { name: 'b' } }, evil)
    expect(Object.keys(data)).toEqual(['hotel'])
    expect(Object.getPrototypeOf(data.hotel)).toBe(Object.prototype)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('[O8.1] said again changes nothing, unless it is appended', () => {
    const part = fc.record(
      {
        destination: fc.string(),
        hotel: fc.record({ name: fc.string() }, { noNullPrototype: true }),
        stops: fc.array(fc.string())
      },
      { requiredKeys: [], noNullPrototype: true }
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), part, (parts, last) => {
        expect(merge(...parts, last, last)).toEqual(merge(...parts, last))
      })
    )
  })
})

describe('the first state', () => {
  it('[O3.1] is active, at the first step, with nothing collected', () => {
    expect(renderState({ id: 'trip' }, initialState(workflow, {}))).toEqual({
      workflowId: 'trip',
      version: 2,
      status: 'active',
      step: 'first',
      currentPhase: 'First',
      path: [{ step: 'first', phase: 'First', turn: 1, cause: 'start' }],
      allowed: null,
      refused: null,
      deadline: null,
      collectedData: {},
      provenance: {},
      contradictions: [],
      missing: [],
      progress: 0,
      progressEstimated: true,
      turnCount: 0,
      lastRecommendation: null,
      mode: 'structured',
      suggestedInputs: null,
      result: null
    })
  })

  it('[O3.1] takes from a seed what the workflow declares and accepts', () => {
    const state = initialState(workflow, {
      step: 'half',
      data: { destination: 'Lisbon', stops: 7, other: 1, hotel: { name: 'Ritz' } }
    })
    expect(state).toMatchObject({ step: 'half', progress: 0.5, progressEstimated: false })
    expect(state.data).toEqual({ destination: 'Lisbon', hotel: { name: 'Ritz' } })
    expect(state.provenance.destination).toEqual({ origin: 'user', surface: null, turn: 1 })
  })

  const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

  it.each([
    ['a step nobody declared', { step: 'paid' }],
    ['an inherited name for a step', { step: 'constructor' }],
    ['prototype keys', { data: JSON.parse('{"__proto__":{"destination":"x"}}') }],
    ['a list', { data: [] as never }],
    ['null', { data: null as never }],
    ['20,000 levels', { data: { destination: 'x', stops: deep(20_000) } }]
  ])('[O3.1] ignores %s in a seed', (_, seed) => {
    expect(initialState(workflow, seed)).toEqual(initialState(workflow, {}))
  })

  it('[O3.1] does not break on a validator that does', () => {
    const broken = defineWorkflow({
      id: 'w',
      version: 1,
      title: 'W',
      data: z.object({
        a: z.string().refine(() => {
          throw new Error('mine')
        }),
        b: z.string().refine(async () => true),
        c: z.string()
      })
    })
    expect(initialState(broken, { data: { a: 'x', b: 'x', c: 'x' } }).data).toEqual({ c: 'x' })
  })

  it('[O3.1] [O4.1] of a workflow without data is passthrough, without progress', () => {
    const talk = defineWorkflow({ id: 'talk', version: 1, title: 'Talk' })
    expect(initialState(talk, { step: 'x', data: { a: 1 } })).toMatchObject({
      step: 'start',
      phase: null,
      data: {},
      progress: null,
      progressEstimated: false,
      mode: 'passthrough'
    })
  })
})

describe('estimated progress', () => {
  it.each([
    [{}, 0],
    [{ destination: 'x' }, 1 / 3],
    [{ destination: 'x', hotel: { room: { beds: 1 } } }, 1 / 3],
    [{ destination: 'x', hotel: { name: 'x' } }, 2 / 3],
    [{ destination: 'x', hotel: { name: 'x' }, stops: [], sizes: {} }, 0.95]
  ])('[O3.1] of %j is %d', (data, progress) => {
    expect(estimateProgress(workflow, data)).toBe(progress)
  })
})
