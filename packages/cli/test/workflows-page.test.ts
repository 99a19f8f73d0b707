import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { startEmulator } from '@turnwise/emulator'
import { createEngine, type TurnResult, type Workflow } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { workflowCheckCommand } from '../src/workflow/check.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = await readFile(join(root, 'docs/workflows.md'), 'utf8')
const examples = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, name = '', source = '']) => ({ name, source })
)

let folder: string
beforeAll(async () => {
  const results = join(root, 'test-results')
  await mkdir(results, { recursive: true })
  folder = await mkdtemp(join(results, 'page-'))
  for (const { name, source } of examples) await writeFile(join(folder, name), source)
})
afterAll(() => rm(folder, { recursive: true }))

const load = async (name: string): Promise<Workflow> => {
  const { href } = pathToFileURL(join(folder, name))
  return ((await import(href)) as { default: Workflow }).default
}

const me = { tenant: 'local', user: 'local' }

/** Plays scripted envelopes, each as one turn, and returns the states after them. */
const play = async (workflow: Workflow, envelopes: readonly Record<string, unknown>[]) => {
  const emulator = await startEmulator({ port: 0 })
  onTestFinished(() => emulator.close())
  const engine = createEngine({
    store: memoryStore(),
    channel: copilotStudioChannel({ directConnectUrl: `${emulator.url}/bots/x`, token: 'x' }),
    workflows: [workflow]
  })
  const { conversationId, result } = await engine.startWorkflow(me, {})
  await result
  const turns = envelopes.map(envelope => ({ style: 'value', envelope, text: 'So.' }))
  await fetch(`${emulator.url}/_emulator/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ turns })
  })
  const states = []
  for (const { action } of envelopes) {
    const turn = await engine.processUserInput(me, { conversationId, text: `now ${action}` })
    states.push(stateOf(await turn.result))
  }
  return states
}

const stateOf = (result: TurnResult) => {
  if (result.kind !== 'answered') throw new Error(JSON.stringify(result.failure))
  return result.answer.workflowState
}

describe('docs/workflows.md', () => {
  it('has examples, each a file of its own', () => {
    expect(examples.map(({ name }) => name)).toEqual([
      'room-booking.ts',
      'article.ts',
      'room-booking-2.ts'
    ])
    expect(page.match(/^```ts$/gm)).toHaveLength(examples.length)
  })

  it('has no example that the compiler or the check refuses', { timeout: 120_000 }, async () => {
    const [output, errors] = [new PassThrough(), new PassThrough()]
    const files = examples.map(({ name }) => join(folder, name))
    const code = await workflowCheckCommand({ files, types: true, output, errors })
    output.end()
    errors.end()
    expect({ code, told: await text(errors) }).toEqual({ code: 0, told: '' })
    expect(await text(output)).toContain('release --> published : complete [guarded]')
  })

  it('[O8.3] says what its guarded workflow does', async () => {
    const article = { title: 'A', text: 'Long enough to be an article.' }
    const states = await play(await load('article.ts'), [
      { action: 'complete', data: article },
      { action: 'confirm' },
      { action: 'confirm' },
      { action: 'confirm', data: { reviewer: 'Ada' } },
      { action: 'complete' }
    ])
    expect(states.map(({ step, refused }) => [step, refused?.reason ?? null])).toEqual([
      ['draft', 'not-allowed'],
      ['review', null],
      ['review', 'not-allowed'],
      ['release', null],
      ['release', 'unconfirmed']
    ])
  })

  it('[O8.2] says what its first workflow does', async () => {
    const booking = { room: 'Blue', day: '2027-02-01', people: 4 }
    const states = await play(await load('room-booking.ts'), [
      { action: 'complete', data: { room: 'Blue' } },
      { action: 'ask', data: { extras: ['projector'] } },
      { action: 'complete', data: { ...booking, extras: ['coffee'] } }
    ])
    expect(states[0]).toMatchObject({ status: 'active', missing: ['day', 'people'] })
    expect(states[2]).toMatchObject({
      status: 'completed',
      collectedData: { ...booking, extras: ['projector', 'coffee'] }
    })
  })
})
