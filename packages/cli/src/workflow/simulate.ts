import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chatCommand } from '../chat/command.ts'
import type { Streams } from '../chat/screen.ts'
import { findWorkflow } from './load-workflow.ts'

export type WorkflowSimulateCommand = Streams & {
  /** The path of a workflow file, or the id of a workflow in `folder`. */
  fileOrId: string
  folder: string
  /** URL of the server's index, beside which its program stands. */
  server: string
}

/**
 * Runs `turnwise workflow simulate`: plays a workflow against the simulated agent, on a server and a
 * store that are gone afterwards.
 *
 * @returns the exit code of the chat; 1 when there is no such workflow
 */
export async function workflowSimulateCommand({
  fileOrId,
  folder,
  server,
  ...streams
}: WorkflowSimulateCommand): Promise<number> {
  const found = await findWorkflow(fileOrId, folder)
  if (!found.ok) {
    streams.output.write(`${found.problem}\n`)
    return 1
  }
  const { workflow, file } = found
  const place = await mkdtemp(join(tmpdir(), 'turnwise-simulated-'))
  try {
    const source = JSON.stringify(pathToFileURL(resolve(file)).href)
    await writeFile(join(place, 'workflow.ts'), `export { default } from ${source}\n`)
    const running = await startServer(server, place, workflow.id)
    try {
      return await chatCommand({ url: running.url, workflow: workflow.id, ...streams })
    } finally {
      await running.stop()
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function startServer(
  index: string,
  place: string,
  workflow: string
): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = fileURLToPath(index).replace(/index(\.[jt]s)$/, 'main$1')
  const child = spawn(process.execPath, [...process.execArgv, program], {
    env: {
      ...process.env,
      AGENT: 'simulated',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      WORKFLOWS: place,
      DEFAULT_WORKFLOW: workflow,
      TURNWISE_DATA: join(place, 'data')
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  const first = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(([code]) => Promise.reject(new Error(`the server ended with code ${code}`)))
  ])
  const url = /https?:\/\/\S+/.exec(await first)?.[0] ?? ''
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
}
