import { defineWorkflow, setup, type Workflow, type WorkflowDefinition, z } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, me } from '../turn/harness.ts'
import { says, stage } from '../workflows/scripted-channel.ts'

const first = defineWorkflow({
  id: 'trip',
  version: 1,
  title: 'Trip',
  data: z.object({ city: z.string(), people: z.int() }),
  steps: ['gathering', 'done']
})
const newData = z.object({ destination: z.string(), people: z.int() })

const second = (
  migrate: WorkflowDefinition<typeof newData>['migrate'],
  more: Partial<WorkflowDefinition<typeof newData>> = {}
) =>
  defineWorkflow({
    id: 'trip',
    version: 2,
    title: 'Trip',
    data: newData,
    steps: ['asking', 'done'],
    ...(migrate === undefined ? {} : { migrate }),
    ...more
  })

const moving = second({
  1: ({ data: { city, ...rest } }) => ({ step: 'asking', data: { destination: city, ...rest } })
})

/** A conversation that was begun under version 1, on a store that others share. */
const begun = async () => {
  const store = memoryStore()
  const old = stage(first, { store })
  const id = await old.start()
  await old.turn(id, says({ action: 'ask', data: { city: 'Lisbon', people: 2 } }))
  return { id, old, under: (...workflows: Workflow[]) => stage(workflows, { store }) }
}

const ask = says({ action: 'ask' })

describe('a conversation and the versions of its workflow', () => {
  it('[O8.5] keeps its version while that is there', async () => {
    const { id, under } = await begun()
    const both = under(moving, first)
    expect(answered(await both.turn(id, ask)).workflowState).toMatchObject({
      version: 1,
      step: 'gathering',
      collectedData: { city: 'Lisbon' }
    })
    expect(both.engine.workflows()).toMatchObject([{ id: 'trip', version: 2 }])
  })

  it('[O8.8] is moved by the migration of the version that took over, once', async () => {
    const { id, under } = await begun()
    const on = under(moving)
    const { workflowState } = answered(await on.turn(id, ask))
    expect(workflowState).toMatchObject({
      version: 2,
      step: 'asking',
      collectedData: { destination: 'Lisbon', people: 2 },
      provenance: {
        destination: { origin: 'system', turn: 3 },
        people: { origin: 'agent', turn: 2 }
      }
    })
    expect(workflowState.path.at(-1)).toMatchObject({ step: 'asking', cause: 'migration', turn: 3 })
    const after = answered(await on.turn(id, says({ action: 'ask', data: { people: 3 } })))
    expect(after.workflowState.path).toEqual(workflowState.path)
    const read = await on.engine.readConversation(me, id, { before: null, limit: 9 })
    expect(read?.workflowState).toEqual(after.workflowState)
    // An older worker does not touch what has moved on.
    await expect(under(first).turn(id, ask)).rejects.toMatchObject({
      code: 'ERR_WORKFLOW_UNAVAILABLE'
    })
  })

  it('[O8.8] is moved into a state of a machine', async () => {
    const machine = setup({}).createMachine({
      initial: 'asking',
      states: {
        asking: {},
        checking: { initial: 'one', states: { one: { on: { complete: '#end' } } } },
        end: { id: 'end', type: 'final' }
      }
    })
    const { id, under } = await begun()
    const guarded = second(
      { 1: ({ data }) => ({ step: 'checking.one', data: { destination: data.city, people: 1 } }) },
      { machine, steps: [] }
    )
    const on = under(guarded)
    expect(answered(await on.turn(id, says({ action: 'complete' }))).workflowState).toMatchObject({
      status: 'completed',
      step: 'end'
    })
  })

  it.each<[string, Workflow, string]>([
    ['the version is gone', second(undefined), 'is not loaded here'],
    [
      'the migration breaks',
      second({
        1: () => {
          throw new Error('mine')
        }
      }),
      'mine'
    ],
    ['it makes nothing', second({ 1: (() => 7) as never }), 'Invalid input'],
    ['it makes what is not valid', second({ 1: () => ({ data: { people: 'x' } }) }), 'people'],
    ['it makes what is not declared', second({ 1: ({ data }) => ({ data }) }), 'city']
  ])('[O8.8] answers a clear error and loses nothing when %s', async (_, workflow, why) => {
    const { id, old, under } = await begun()
    const on = under(workflow)
    const before = await on.engine.readConversation(me, id, { before: null, limit: 9 })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(on.turn(id, ask)).rejects.toMatchObject({
        code: 'ERR_WORKFLOW_UNAVAILABLE',
        message: expect.stringContaining(why)
      })
    expect(on.heard).toEqual([])
    expect(before?.workflowState.collectedData).toEqual({ city: 'Lisbon', people: 2 })
    // Whoever brings the version back goes on where it was.
    const { workflowState, turn } = answered(await old.turn(id, ask))
    expect(workflowState.collectedData).toEqual({ city: 'Lisbon', people: 2 })
    expect(turn).toBeGreaterThan(2)
  })
})
