import { describe, expect, it } from 'vitest'
import itIncident from '../../../../workflows/it-incident.ts'
import { answered, me, openBench } from '../turn/harness.ts'
import { says, stage } from './scripted-channel.ts'

const opened = async () => {
  const bench = await openBench({ workflows: [itIncident] })
  const id = await bench.start('it-incident')
  return { bench, id }
}

describe('it-incident', () => {
  it('[O8.1] looks something up, names its source, and is solved', async () => {
    const { bench, id } = await opened()
    const described = answered(await bench.send(id, 'The printer in room 3 does nothing'))
    expect(described.workflowState).toMatchObject({
      step: 'describing',
      collectedData: { category: 'printer' }
    })
    const researched = answered(await bench.send(id, 'high'))
    expect(researched.workflowState).toMatchObject({ step: 'trying', progress: 0.6 })
    expect(researched.messages.at(-1)?.citations).toEqual([
      expect.objectContaining({ name: 'Printing', url: 'https://help.example.com/print/queue' })
    ])
    const solved = answered(await bench.send(id, 'Yes, it works'))
    expect(solved.workflowState).toMatchObject({
      status: 'completed',
      result: 'success',
      step: 'resolved',
      progress: 1
    })
  })

  it('[O13.1] is handed to a person after two attempts, with what was tried', async () => {
    const { bench, id } = await opened()
    await bench.send(id, 'The printer in room 3 does nothing')
    for (const said of ['normal', 'No']) await bench.send(id, said)
    const over = answered(await bench.send(id, 'No'))
    expect(over.workflowState).toMatchObject({ status: 'completed', result: 'handed-off' })
    expect(over.workflowState.collectedData.tried).toHaveLength(2)
    expect(over.messages.some(({ kind }) => kind === 'handoff')).toBe(true)
    expect(await bench.send(id, 'Hello?')).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_CONVERSATION_COMPLETED' }
    })
  })

  it('[O8.7] is over when nobody tells for a working day whether it helped', async () => {
    const on = stage(itIncident)
    const id = await on.start()
    await on.turn(id, says({ action: 'research', step: 'trying', data: { summary: 'x' } }))
    on.pass(9 * 60 * 60 * 1000)
    const read = await on.engine.readConversation(me, id, { before: null, limit: 10 })
    expect(read?.workflowState).toMatchObject({ status: 'completed', result: 'cancelled' })
    const asked = on.heard.length
    const late = answered(await on.turn(id, says({ action: 'complete' }), 'It helped'))
    expect(late.workflowState).toMatchObject({ status: 'completed', result: 'cancelled' })
    expect(late.messages.at(-1)?.text).toContain('not sent')
    expect(on.heard.length).toBe(asked)
  })
})
