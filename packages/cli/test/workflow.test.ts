import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { defineWorkflow, setup, workflowGraph, workflowPrompt, z } from '@turnwise/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import payment from '../../../workflows/payment.ts'
import smallTalk from '../../../workflows/small-talk.ts'
import travelRequest from '../../../workflows/travel-request.ts'
import { workflowCheckCommand } from '../src/workflow/check.ts'
import { mermaidLines } from '../src/workflow/mermaid.ts'

const shipped = (name: string): string =>
  fileURLToPath(new URL(`../../../workflows/${name}.ts`, import.meta.url))

let folder: string
beforeEach(async () => {
  // Inside the repository, so that a workflow finds the engine it imports.
  folder = await mkdtemp(
    fileURLToPath(new URL('../../../node_modules/.cache/checked-', import.meta.url))
  )
})
afterEach(() => rm(folder, { recursive: true }))

const check = async (files: readonly string[], types = false) => {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await workflowCheckCommand({ files, types, output, errors })
  output.end()
  errors.end()
  return { code, shown: await text(output), told: await text(errors) }
}
const checkText = async (source: string, types = false) => {
  const file = join(folder, 'one.ts')
  await writeFile(file, source)
  return { file, ...(await check([file], types)) }
}

const head = "import { defineWorkflow, setup } from '@turnwise/engine'\n"

describe('turnwise workflow check', () => {
  it.each(['travel-request', 'small-talk', 'payment', 'onboarding', 'it-incident'])(
    '[O8.10] finds nothing wrong with %s, and draws it',
    async name => {
      const { code, shown, told } = await check([shipped(name)])
      expect({ code, told }).toEqual({ code: 0, told: '' })
      expect(shown).toContain(`workflow ${name}, version 1`)
      expect(shown).toContain('stateDiagram-v2')
    }
  )

  it.each([
    ['a syntax error', `${head}\nexport default ][\n`, /one\.ts:3/],
    ['an error while it runs', `${head}\n\nthrow new Error('mine')\n`, /one\.ts:4:\d+: mine/],
    [
      'a definition that is not valid',
      `${head}\nexport default defineWorkflow({ id: 'No', version: 0, title: 'x' })\n`,
      /one\.ts:3:\d+: .*small letters/
    ],
    ['no workflow at all', 'export const nothing = 1\n', /one\.ts: its default export/]
  ])('[O8.10] says where %s is', async (_, source, place) => {
    const { code, told } = await checkText(source)
    expect(code).toBe(1)
    expect(told).toMatch(place)
  })

  it('[O8.10] asks the compiler, which says where a type is wrong', async () => {
    const source = `${head}
export default defineWorkflow({
  id: 'typed',
  version: 1,
  title: 'Typed',
  append: ['nothing']
})
`
    const { code, told } = await checkText(source, true)
    expect(code).toBe(1)
    expect(told).toMatch(/one\.ts:7:\d+: TS2322/)
  })

  it('[O8.10] finds steps that no way leads to', async () => {
    const source = `${head}
const machine = setup({}).createMachine({
  initial: 'a',
  states: { a: { on: { ask: 'b' } }, b: {}, lost: { on: { ask: 'b' } } }
})
export default defineWorkflow({ id: 'lost', version: 1, title: 'Lost', machine })
`
    const { code, told } = await checkText(source)
    expect(code).toBe(1)
    expect(told).toContain('no way leads to the step lost')
    expect(told).not.toContain('step b')
  })
})

describe('the graph of a workflow', () => {
  it('[O8.10] has every way of a machine, those of the states around included', () => {
    expect(workflowGraph(payment)).toMatchObject({
      initial: 'gathering',
      unreachable: [],
      edges: expect.arrayContaining([
        { from: 'gathering', to: 'confirming', event: 'confirm', guarded: true },
        { from: 'confirming', to: 'success', event: 'complete', guarded: true },
        { from: 'confirming', to: 'declined', event: 'TIMEOUT', guarded: false },
        { from: 'declined', to: 'failed', event: '', guarded: true }
      ])
    })
  })

  it('[O8.10] is drawn in words that Mermaid takes', () => {
    const machine = setup({}).createMachine({
      initial: 'a b',
      states: { 'a b': { on: { 'x: y': 'c' } }, c: { type: 'final' } }
    })
    const drawn = defineWorkflow({ id: 'w', version: 1, title: 'W', machine })
    expect(mermaidLines(workflowGraph(drawn))).toEqual([
      'stateDiagram-v2',
      '  s0_a_b: a b',
      '  c: c',
      '  [*] --> s0_a_b',
      '  s0_a_b --> c : x y',
      '  c --> [*]'
    ])
  })

  it('[O8.10] of a workflow that the agent drives is the list of its steps', () => {
    const graph = workflowGraph(travelRequest)
    expect(graph.edges).toEqual([])
    expect(mermaidLines(graph)).toContain('  [*] --> gathering')
  })
})

describe('what the agent is to be told', () => {
  it('[O8.10] comes from the schema, the steps and the rules of the workflow', () => {
    const prompt = workflowPrompt(travelRequest)
    for (const word of ['"destination"', '"departureDate"', 'gathering', 'Confirm with a card'])
      expect(prompt).toContain(word)
    const [, schema = ''] = /JSON Schema:\n```json\n([\s\S]*?)\n```/.exec(prompt) ?? []
    expect(JSON.parse(schema)).toEqual(
      z.toJSONSchema(travelRequest.data?.full ?? z.object(), { io: 'input' })
    )
  })

  it('[O8.10] says who decides, and that the user confirms', () => {
    expect(workflowPrompt(payment)).toMatch(/You propose, the workflow decides[\s\S]*confirming/)
    expect(workflowPrompt(payment)).toContain('has confirmed')
    expect(workflowPrompt(smallTalk)).not.toContain('"data"')
  })
})
