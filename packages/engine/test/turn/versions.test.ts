import { describe, expect, it } from 'vitest'
import smallTalk from '../../../../workflows/small-talk.ts'
import { answered, me, openBench, snapshot } from './harness.ts'

describe('a conversation keeps the version of its workflow', () => {
  it('[O8.5] waits for a worker that has the version, and loses nothing meanwhile', async () => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    const before = await snapshot(bench, id)

    const newer = await openBench({
      store: bench.store,
      workflows: [{ ...smallTalk, version: 2 }]
    })
    await expect(newer.send(id, 'hello', 'k')).rejects.toMatchObject({
      code: 'ERR_WORKFLOW_UNAVAILABLE',
      retryable: true
    })
    expect((await snapshot(bench, id))?.messages).toEqual(before?.messages)
    expect(await newer.posts()).toBe(0)

    const answer = answered(await bench.send(id, 'hello', 'k'))
    expect(answer).toMatchObject({ turn: 2, workflowState: { version: 1 } })
    expect(await bench.posts()).toBe(1)
  })

  it('[O8.5] an unknown workflow cannot be started', async () => {
    const bench = await openBench()
    await expect(bench.engine.startWorkflow(me, { workflowId: 'nothing' })).rejects.toMatchObject({
      code: 'ERR_WORKFLOW_UNKNOWN'
    })
  })
})
