import { assign, defineWorkflow, raise, setup, type WorkflowEvent, z } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import { emit, enqueueActions, fromPromise, log, sendTo, spawnChild } from 'xstate'
import { answered, me } from '../turn/harness.ts'
import { says, stage } from '../workflows/scripted-channel.ts'

const two = { a: { on: { ask: 'b' } }, b: {} }
const nothing = fromPromise(async () => 1)

/** Defines a workflow around a machine as somebody might write it in JavaScript. */
const faultsOf = (config: object, implementations: object = {}, more: object = {}): string[] => {
  try {
    const machine = setup(implementations).createMachine(config as never)
    defineWorkflow({ id: 'w', version: 1, title: 'W', machine, ...more } as never)
  } catch (error) {
    const { details } = error as { details?: { issues: { path: string; got: string }[] } }
    return (details?.issues ?? []).map(({ path, got }) => `${path}: ${got}`)
  }
  return []
}

describe('a machine that may guard', () => {
  it.each<[string, object, object?]>([
    ['states and guards', { initial: 'a', states: two }],
    ['assign and raise', { initial: 'a', entry: [assign({}), raise({ type: 'x' })], states: two }],
    [
      'actions by name',
      { initial: 'a', entry: 'note', states: two },
      { actions: { note: assign({}) } }
    ],
    [
      'states inside states, with a memory',
      {
        initial: 'a',
        states: { a: { initial: 'x', states: { x: {}, h: { type: 'history' } } }, b: {} }
      }
    ]
  ])('[O8.3] has %s', (_, config, implementations = {}) => {
    expect(faultsOf(config, implementations)).toEqual([])
  })

  it.each<[string, object, object, string]>([
    [
      'an invoked actor',
      { initial: 'a', states: { a: { invoke: { src: nothing } } } },
      {},
      'machine.a: invoke'
    ],
    [
      'a timer',
      { initial: 'a', states: { a: { after: { 100: 'b' } }, b: {} } },
      {},
      'machine.a: after'
    ],
    [
      'a spawned actor',
      { initial: 'a', states: { a: { entry: spawnChild(nothing) } } },
      {},
      'machine.a: xstate.spawnChild'
    ],
    [
      'a spawned actor behind a transition',
      { initial: 'a', states: { a: { on: { ask: { actions: spawnChild(nothing) } } } } },
      {},
      'machine.a: xstate.spawnChild'
    ],
    [
      'a raise that waits',
      { initial: 'a', states: { a: { entry: raise({ type: 'x' }, { delay: 9 }) } } },
      {},
      'machine.a: a raise with a delay'
    ],
    [
      'a message to somebody',
      { initial: 'a', states: { a: { exit: sendTo('x', { type: 'y' }) } } },
      {},
      'machine.a: xstate.sendTo'
    ],
    [
      'a line in a log',
      { initial: 'a', states: { a: { entry: log('x') } } },
      {},
      'machine.a: xstate.log'
    ],
    [
      'an event for others',
      { initial: 'a', states: { a: { entry: emit({ type: 'x' }) } } },
      {},
      'machine.a: xstate.emit'
    ],
    [
      'a function with an effect',
      { initial: 'a', states: { a: { entry: function pay() {} } } },
      {},
      'machine.a: pay'
    ],
    [
      'the same by name',
      { initial: 'a', states: { a: { entry: 'pay' } } },
      { actions: { pay: () => {} } },
      'machine.a: pay'
    ],
    [
      'an action nobody defined',
      { initial: 'a', states: { a: { entry: 'pay' } } },
      {},
      'machine.a: pay, which is not defined'
    ],
    [
      'a guard nobody defined',
      { initial: 'a', states: { a: { on: { ask: { guard: 'rich', target: 'a' } } } } },
      {},
      'machine.a: rich'
    ],
    ['two places at once', { type: 'parallel', states: two }, {}, 'machine: parallel'],
    [
      'any event at all',
      { initial: 'a', states: { a: { on: { '*': 'b' } }, b: {} } },
      {},
      'machine: *'
    ]
  ])('[O8.3] may not have %s', (_, config, implementations, fault) => {
    expect(faultsOf(config, implementations)).toContain(fault)
  })

  it.each<[string, object, string]>([
    ['a step that is no state', { steps: ['a', 'c'] }, 'steps: c'],
    ['a result before the end', { steps: [{ id: 'a', result: 'failed' }] }, 'steps.a: not final'],
    ['a deadline for no state', { deadlines: { c: 1000 } }, 'deadlines: c'],
    ['a deadline that leads nowhere', { deadlines: { a: 1000 } }, 'deadlines.a: none'],
    ['a migration from the future', { migrate: { 1: () => {} } }, 'migrate: 1']
  ])('[O8.3] refuses %s', (_, more, fault) => {
    expect(faultsOf({ initial: 'a', states: two }, {}, more)).toContain(fault)
  })

  it('[O8.3] what only shows on the way ends as one failed entry', async () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: {
        a: { on: { ask: { actions: enqueueActions(({ enqueue }) => enqueue(log('x'))) } } }
      }
    })
    const on = stage(defineWorkflow({ id: 'w', version: 1, title: 'W', machine }))
    const id = await on.start()
    expect(await on.turn(id, says({ action: 'ask' }))).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_TURN_FAILED' },
      answer: { workflowState: { status: 'error', step: 'a' } }
    })
    expect(answered(await on.turn(id, says({ prompt: 'Hm.' }))).turn).toBe(3)
  })
})

const data = z.object({ size: z.int().optional() })
const nested = setup({
  types: { context: {} as { rounds: number }, events: {} as WorkflowEvent<typeof data> },
  guards: { large: ({ event }) => (event.data.size ?? 0) > 9 }
}).createMachine({
  id: 'nested',
  context: { rounds: 0 },
  initial: 'work',
  states: {
    work: {
      initial: 'draft',
      on: { error: 'pause' },
      states: {
        draft: { on: { confirm: { guard: 'large', target: 'review' } } },
        review: {
          on: {
            ask: {
              target: 'draft',
              actions: assign({ rounds: ({ context }) => context.rounds + 1 })
            }
          }
        },
        last: { type: 'history' }
      }
    },
    pause: { on: { ask: 'work.last', complete: 'end' } },
    end: { type: 'final' }
  }
})
const workflow = defineWorkflow({
  id: 'nested',
  version: 1,
  title: 'Nested',
  data,
  machine: nested,
  steps: [{ id: 'work.review', phase: 'Reviewing' }]
})

describe('a machine between two turns', () => {
  it('[O8.3] is a snapshot that survives as text, history and context included', async () => {
    const on = stage(workflow)
    const id = await on.start()
    const turn = async (action: string, data = {}) =>
      answered(await on.turn(id, says({ action, data }))).workflowState
    expect(await turn('confirm')).toMatchObject({
      step: 'work.draft',
      refused: { proposed: 'confirm' }
    })
    expect(await turn('confirm', { size: 12 })).toMatchObject({
      step: 'work.review',
      currentPhase: 'Reviewing'
    })
    expect(await turn('error')).toMatchObject({ step: 'pause' })
    expect(await turn('ask')).toMatchObject({ step: 'work.review' })
    expect(await turn('ask')).toMatchObject({ step: 'work.draft' })
    expect(await turn('error')).toMatchObject({ step: 'pause' })
    expect(await turn('complete')).toMatchObject({
      status: 'completed',
      result: 'success',
      step: 'end'
    })
  })

  it('[O8.3] keeps nothing but where it stands', async () => {
    const on = stage(workflow)
    const id = await on.start()
    for (let round = 0; round < 3; round += 1) {
      await on.turn(id, says({ action: 'confirm', data: { size: 12 } }))
      await on.turn(id, says({ action: 'ask' }))
    }
    const head = await on.store.head({ ...me, conversation: id })
    expect(head?.state.machine).toEqual({
      status: 'active',
      value: { work: 'draft' },
      historyValue: {},
      context: { rounds: 3 },
      children: {}
    })
  })

  it.each(['CONFIRMED', 'DECLINED', 'TIMEOUT', 'xstate.init'])(
    '[O8.3] what only the engine says cannot be said by a signal: %s',
    async type => {
      const machine = setup({}).createMachine({
        initial: 'a',
        states: { a: { on: { [type]: 'b' } }, b: { type: 'final' } }
      })
      const signal = () => ({ type })
      const on = stage(
        defineWorkflow({ id: 'w', version: 1, title: 'W', machine, signal: signal as never })
      )
      const id = await on.start()
      expect(answered(await on.turn(id, says({ action: 'ask' }))).workflowState).toMatchObject({
        step: 'a',
        refused: { proposed: type, reason: 'not-allowed' }
      })
    }
  )

  it('[O8.2] success needs everything, also where the machine forgets to ask', async () => {
    const machine = setup({}).createMachine({
      initial: 'a',
      states: { a: { on: { complete: 'b' } }, b: { type: 'final' } }
    })
    const needs = z.object({ name: z.string() })
    const on = stage(defineWorkflow({ id: 'w', version: 1, title: 'W', machine, data: needs }))
    const id = await on.start()
    expect(answered(await on.turn(id, says({ action: 'complete' }))).workflowState).toMatchObject({
      status: 'active',
      step: 'a',
      missing: ['name'],
      refused: { reason: 'incomplete' }
    })
    const done = says({ action: 'complete', data: { name: 'x' } })
    expect(answered(await on.turn(id, done)).workflowState.status).toBe('completed')
  })

  it('[O8.3] begins anew when a completed conversation is opened again', async () => {
    const reopening = { ...workflow, reopen: true }
    const on = stage(reopening)
    const id = await on.start()
    await on.turn(id, says({ action: 'error' }))
    await on.turn(id, says({ action: 'complete', data: { size: 1 } }))
    const { workflowState } = answered(await on.turn(id, says({ prompt: 'Again?' })))
    expect(workflowState).toMatchObject({
      status: 'active',
      result: null,
      step: 'work.draft',
      collectedData: { size: 1 }
    })
  })
})
