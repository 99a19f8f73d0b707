import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@turnwise/emulator'
import type { TurnResult } from '@turnwise/engine'

/** One turn in a process of its own, on a file of its own world. */
export type FailpointTurn = {
  file: string
  key: string
  text?: string
  conversation?: string
  /** Where the process kills itself, such as `before commit` or `after asking#2`. */
  failpoint?: string
  /** Where events of turns are posted. */
  webhook?: string
}

export type FailpointBench = {
  agentUrl: string
  /** Null when the process was killed. */
  run: (turn: FailpointTurn) => Promise<TurnResult | null>
  /** Id of a conversation that has begun. */
  started: (file: string, more?: Pick<FailpointTurn, 'webhook'>) => Promise<string>
  close: () => Promise<void>
}

/** An agent and a folder, and turns that run in processes which kill themselves at named points. */
export const failpointBench = async (): Promise<FailpointBench> => {
  const agent = await startEmulator({ port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-failpoint-'))

  const run = (turn: FailpointTurn): Promise<TurnResult | null> =>
    new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        ['--conditions=@turnwise/source', join(import.meta.dirname, 'failpoint-server.ts')],
        {
          env: {
            ...process.env,
            AGENT_URL: `${agent.url}/copilotstudio/dataverse-backed/authenticated/bots/travel-request`,
            DATA_FILE: join(folder, turn.file),
            // Ids follow from keys; each file is a world of its own to one agent.
            KEY: `${turn.file} ${turn.key}`,
            TEXT: turn.text ?? '',
            CONVERSATION: turn.conversation ?? '',
            FAILPOINT: turn.failpoint ?? '',
            WEBHOOK: turn.webhook ?? ''
          },
          stdio: ['ignore', 'pipe', 'inherit']
        }
      )
      let output = ''
      child.stdout.on('data', chunk => {
        output += String(chunk)
      })
      child.on('error', reject)
      child.on('close', (code, signal) => {
        if (signal === 'SIGKILL') resolve(null)
        else if (code === 0) resolve(JSON.parse(output) as TurnResult)
        else reject(new Error(`exit ${code}`))
      })
    })

  return {
    agentUrl: agent.url,
    run,
    started: async (file, more = {}) =>
      answerOf(await run({ file, key: 'start', ...more })).conversationId,
    async close() {
      await agent.close()
      rmSync(folder, { recursive: true })
    }
  }
}

/** The answer of a turn that must have one. */
export const answerOf = (result: TurnResult | null) => {
  if (result?.kind !== 'answered') throw new Error(`not answered: ${JSON.stringify(result)}`)
  return result.answer
}
