import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/dev-server.mjs', import.meta.url))

let folder: string
let child: ChildProcess
let told = ''
let port: number

beforeEach(async () => {
  // Inside the repository, so that a workflow finds the engine it imports.
  const results = fileURLToPath(new URL('../../../test-results/', import.meta.url))
  await mkdir(results, { recursive: true })
  folder = await mkdtemp(join(results, 'dev-'))
  port = await freePort()
})
afterEach(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
})

const write = (title: string, rest = ''): Promise<void> =>
  writeFile(
    join(folder, 'one.ts'),
    `import { defineWorkflow } from '@turnwise/engine'\n${rest}\nexport default defineWorkflow({ id: 'one', version: 1, title: '${title}' })\n`
  )

const run = (): void => {
  told = ''
  child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      PORT: String(port),
      TURNWISE_DATA: join(folder, 'data'),
      WORKFLOWS: folder,
      DEFAULT_WORKFLOW: 'one',
      LOG_LEVEL: 'error'
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      told += piece.toString()
    })
}

const titles = async (): Promise<string[]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/chat/workflows`).catch(() => null)
  const list = (await answer?.json()) as { workflows: { title: string }[] } | undefined
  return list?.workflows.map(({ title }) => title) ?? []
}
const patiently = { timeout: 60_000, interval: 200 }

it('[O8.4] keeps the last good workflow while the file has an error, and says where it is', async () => {
  await write('First')
  run()
  await expect.poll(titles, patiently).toEqual(['First'])
  await write('Second', 'const broken = ][')
  await expect.poll(() => told, patiently).toMatch(/one\.ts:2: [\s\S]*last good workflows/)
  expect(await titles()).toEqual(['First'])
  await write('Third')
  await expect.poll(titles, patiently).toEqual(['Third'])
})

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new TypeError('no port')
  return address.port
}
