import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadWorkflows } from '@turnwise/server'
import { afterEach, beforeEach, expect, it } from 'vitest'

const own = fileURLToPath(new URL('../../../workflows', import.meta.url))

let folder: string
beforeEach(async () => {
  // Inside the repository, so that a workflow finds the engine it imports.
  folder = await mkdtemp(
    fileURLToPath(new URL('../../../node_modules/.cache/workflows-', import.meta.url))
  )
})
afterEach(() => rm(folder, { recursive: true }))

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
const workflow = (id: string): string =>
  `import { defineWorkflow } from '@turnwise/engine'
   export default defineWorkflow({ id: '${id}', version: 1, title: 'A test' })`

it('loads the workflows the server ships with', async () => {
  const loaded = await loadWorkflows(own)
  expect(loaded.ok && loaded.workflows.map(({ id }) => id)).toEqual([
    'it-incident',
    'onboarding',
    'payment',
    'small-talk',
    'travel-request'
  ])
})

it('loads what somebody drops into the folder, and nothing else', async () => {
  await file('one.ts', workflow('one'))
  await file('two.ts', workflow('two'))
  await file('one.test.ts', 'throw new Error("a test is not a workflow")')
  await file('types.d.ts', 'nonsense(')
  await file('notes.md', 'hello')
  const loaded = await loadWorkflows(folder)
  expect(loaded.ok && loaded.workflows.map(({ id }) => id)).toEqual(['one', 'two'])
})

it('names each file that fails, and why', async () => {
  await file('bad-id.ts', workflow('Not An Id'))
  await file('broken.ts', 'export default ][')
  await file('good.ts', workflow('good'))
  await file('none.ts', 'export const something = 1')
  await file('throws.ts', 'throw new Error("no network")')
  const loaded = await loadWorkflows(folder)
  expect(loaded).toEqual({
    ok: false,
    problems: [
      expect.stringMatching(/^bad-id\.ts:2:\d+: .*small letters, digits and dashes/),
      expect.stringMatching(/^broken\.ts: ./),
      'none.ts: its default export should be made by defineWorkflow',
      expect.stringMatching(/^throws\.ts:1:\d+: no network$/)
    ]
  })
})

it('says that a folder is missing or empty', async () => {
  expect(await loadWorkflows(folder)).toEqual({
    ok: false,
    problems: [
      `WORKFLOWS should be a folder of workflow files, not "${folder}": there is none in it`
    ]
  })
  expect(await loadWorkflows(join(folder, 'missing'))).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^WORKFLOWS should be .* not ".*missing": it cannot be read$/)]
  })
})
