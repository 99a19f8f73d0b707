import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from '../../client/test/support/served.ts'
import { historyExportCommand } from '../src/index.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())
beforeEach(() => served.interfere((request, next) => next(request)))

const exported = async (conversation: string, url = served.url) => {
  const output = new PassThrough()
  const errors = new PassThrough()
  const all = Promise.all([text(output), text(errors)])
  const code = await historyExportCommand({ conversation, url, output, errors })
  output.end()
  errors.end()
  const [out, err] = await all
  return { code, out, err }
}

describe('the export of a history', () => {
  it('prints every turn with what was asked, said and made of it, on a line of its own', async () => {
    const client = served.client()
    const { conversationId } = await client.start({ workflowId: 'travel-request' }).answer
    for (let turn = 2; turn <= 40; turn++)
      await client.send({ conversationId, text: `turn ${turn}` }).answer
    const { code, out } = await exported(conversationId)
    expect(code).toBe(0)
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ entry }) => entry.turn)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1)
    )
    expect(lines[1]).toMatchObject({
      conversationId,
      workflow: { id: 'travel-request' },
      entry: { input: { kind: 'text', text: 'turn 2' }, replies: [{ whole: true }] }
    })
    for (const [index, { entry }] of lines.entries())
      expect(entry.previous).toBe(index === 0 ? '' : lines[index - 1].entry.hash)
    // The mark of the tags is between engine and agent.
    expect(lines[1].entry.queries[0]).toContain('[CONTEXT …]')
    expect(lines[1].entry.queries[0]).not.toMatch(/[0-9a-f]{16}/)
  })

  it('says why there is nothing to export', async () => {
    expect(await exported('nowhere')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown conversation')
    })
    expect(await exported('x', 'http://127.0.0.1:9')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no server')
    })
  })
})
