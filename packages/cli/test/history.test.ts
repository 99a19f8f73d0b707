import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from '../../client/test/support/served.ts'
import {
  forkCommand,
  historyExportCommand,
  type ReplayCommand,
  replayCommand
} from '../src/index.ts'

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

const replayed = async (more: { history: string } & Partial<ReplayCommand>, input = '') => {
  const output = new PassThrough()
  const errors = new PassThrough()
  const all = Promise.all([text(output), text(errors)])
  const code = await replayCommand({
    folder: 'workflows',
    url: served.url,
    input: Readable.from([input]),
    output,
    errors,
    ...more
  })
  output.end()
  errors.end()
  const [out, err] = await all
  return { code, out, err }
}

describe('the replay of a history', () => {
  it('[O11.2] says that nothing would change, from the server and from an export', async () => {
    const client = served.client()
    const { conversationId } = await client.start({ workflowId: 'travel-request' }).answer
    await client.send({ conversationId, text: 'I want to go to Faro' }).answer
    const words = 'turn 1  same, byte for byte\nturn 2  same, byte for byte\n'
    expect(await replayed({ history: conversationId })).toEqual({ code: 0, out: words, err: '' })
    const { out } = await exported(conversationId)
    expect(await replayed({ history: '-' }, out)).toEqual({ code: 0, out: words, err: '' })
  })

  it('[O11.2] names what another schema would change', async () => {
    const client = served.client()
    const { conversationId } = await client.start({ workflowId: 'travel-request' }).answer
    await client.send({ conversationId, text: 'I want to go to Faro' }).answer
    const folder = await mkdtemp(join(tmpdir(), 'turnwise-replay-'))
    const schema = join(folder, 'schema.json')
    await writeFile(
      schema,
      JSON.stringify({ type: 'object', properties: { town: { type: 'string' } } })
    )
    const { code, out } = await replayed({ history: conversationId, schema })
    await rm(folder, { recursive: true })
    expect(code).toBe(3)
    expect(out).toContain('turn 2  would change\n')
    expect(out).toContain('field destination: "Faro" → null')
  })

  it.each([
    ['an unknown conversation', { history: 'nowhere' }, '', 'Unknown conversation'],
    ['what is no history', { history: '-' }, '{"entry":1}', 'Line 1 of - is not a turn'],
    ['nothing at all', { history: '-' }, '', 'no turn to replay']
  ])('says why %s cannot be replayed', async (_, command, input, why) => {
    const { code, err } = await replayed(command, input)
    expect(code).toBe(2)
    expect(err).toContain(why)
  })
})

describe('a fork by command', () => {
  const forked = async (conversation: string, turn?: number) => {
    const output = new PassThrough()
    const errors = new PassThrough()
    const all = Promise.all([text(output), text(errors)])
    const more = turn === undefined ? {} : { turn }
    const code = await forkCommand({ conversation, ...more, url: served.url, output, errors })
    output.end()
    errors.end()
    const [out, err] = await all
    return { code, out, err }
  }

  it('[O11.1] prints the id of a conversation that goes on after the turn', async () => {
    const client = served.client()
    const { conversationId } = await client.start({ workflowId: 'travel-request' }).answer
    await client.send({ conversationId, text: 'I want to go to Faro' }).answer
    await client.send({ conversationId, text: 'two of us' }).answer
    const { code, out } = await forked(conversationId, 2)
    expect(code).toBe(0)
    const { workflowState } = await client.conversation(out.trim())
    expect(workflowState.collectedData).toEqual({ destination: 'Faro' })
    expect(await forked(conversationId, 9)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown turn')
    })
  })
})
