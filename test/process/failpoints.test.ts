import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogView, startEmulator } from '@turnwise/emulator'
import type { TurnResult } from '@turnwise/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let agent: { url: string; close: () => Promise<void> }
const folder = mkdtempSync(join(tmpdir(), 'turnwise-failpoint-'))
beforeAll(async () => {
  agent = await startEmulator({ port: 0 })
})
afterAll(async () => {
  await agent.close()
  rmSync(folder, { recursive: true })
})

type Turn = { file: string; key: string; text?: string; conversation?: string; failpoint?: string }

/** Runs one turn in a process of its own; null when the process was killed. */
const run = (turn: Turn): Promise<TurnResult | null> =>
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
          FAILPOINT: turn.failpoint ?? ''
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

const script = (...turns: unknown[]) =>
  fetch(`${agent.url}/_emulator/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ turns })
  })

/** Messages of one conversation that reached the agent. */
const posts = async (text: string): Promise<number> => {
  const log = (await (await fetch(`${agent.url}/_emulator/log`)).json()) as LogView
  return log.requests.filter(({ kind, userInput }) => kind === 'turn' && userInput === text).length
}

/** All messages that reached the agent. */
const turns = async (): Promise<number> => {
  const log = (await (await fetch(`${agent.url}/_emulator/log`)).json()) as LogView
  return log.requests.filter(({ kind }) => kind === 'turn').length
}

const answerOf = (result: TurnResult | null) => {
  if (result?.kind !== 'answered') throw new Error(`not answered: ${JSON.stringify(result)}`)
  return result.answer
}

const started = async (file: string): Promise<string> =>
  answerOf(await run({ file, key: 'start' })).conversationId

describe('killed with SIGKILL at a named point and started again on the same data', () => {
  it.each([
    // failpoint, how often the agent is asked in all
    ['before admit', 1],
    ['after admit', 1],
    ['before asking', 1],
    // The agent has answered and nothing is written down: the reply is read back.
    ['before journal', 1],
    ['after journal', 1],
    ['before commit', 1],
    ['after commit', 1]
  ])(
    '[O5.1] [O7.3] %s: the turn is there once, and the agent was asked %i time(s)',
    async (failpoint, asked) => {
      const file = `${failpoint.replace(' ', '-')}.sqlite`
      const conversation = await started(file)
      const text = `To Lisbon, ${failpoint}`
      const turn = { file, conversation, text, key: 'k' }
      expect(await run({ ...turn, failpoint })).toBeNull()

      const answer = answerOf(await run(turn))
      expect(answer).toMatchObject({ turn: 2, outcome: 'committed' })
      expect(answer.workflowState.collectedData).toMatchObject({ destination: 'Lisbon' })
      expect(await posts(text)).toBe(asked)
      // And it stays so for every later repeat.
      expect(answerOf(await run(turn))).toEqual(answer)
      expect(await posts(text)).toBe(asked)
    }
  )

  it('[O7.8] after asking, before the first byte: uncertain, because nobody can tell', async () => {
    const file = 'after-asking.sqlite'
    const conversation = await started(file)
    const turn = { file, conversation, text: 'To Lisbon, unsent', key: 'k' }
    expect(await run({ ...turn, failpoint: 'after asking' })).toBeNull()
    const answer = answerOf(await run(turn))
    expect(answer).toMatchObject({ turn: 2, outcome: 'uncertain' })
    expect(answer.workflowState.collectedData).toEqual({})
    expect(await posts(turn.text)).toBe(0)
    expect(answerOf(await run({ ...turn, key: 'new' }))).toMatchObject({ outcome: 'committed' })
    expect(await posts(turn.text)).toBe(1)
  })

  it('[O7.8] received but unreadable: uncertain, and only a new key asks again', async () => {
    const file = 'unreadable.sqlite'
    const conversation = await started(file)
    const text = 'To Lisbon, unreadable'
    const turn = { file, conversation, text, key: 'k' }
    await script({ match: { text }, times: 1, fault: { kind: 'eof', lost: true, after: 1 } })
    expect(await run({ ...turn, failpoint: 'before commit' })).toBeNull()
    const answer = answerOf(await run(turn))
    expect(answer.outcome).toBe('uncertain')
    expect(answerOf(await run(turn))).toEqual(answer)
    expect(await posts(text)).toBe(1)
    expect(answerOf(await run({ ...turn, key: 'new' })).outcome).toBe('committed')
    expect(await posts(text)).toBe(2)
  })

  it('[O7.1] a start killed at any point lands in one conversation', async () => {
    for (const failpoint of ['after admit', 'after asking', 'after journal', 'after commit']) {
      const file = `start-${failpoint.replace(' ', '-')}.sqlite`
      expect(await run({ file, key: 'start', failpoint })).toBeNull()
      const first = answerOf(await run({ file, key: 'start' }))
      expect(first).toMatchObject({ turn: 1, outcome: 'committed' })
      expect(answerOf(await run({ file, key: 'start' }))).toEqual(first)
    }
  })

  it.each([
    // failpoint of the re-ask; how often the agent is asked in all; what is collected in the end
    ['before asking#2', 2, { destination: 'Lisbon', travellers: 2 }],
    // Nobody can tell whether it was asked again: the turn goes by the earlier reply.
    ['after asking#2', 1, { destination: 'Lisbon' }],
    // The second answer is read back.
    ['before journal#2', 2, { destination: 'Lisbon', travellers: 2 }],
    ['after journal#2', 2, { destination: 'Lisbon', travellers: 2 }],
    ['before commit', 2, { destination: 'Lisbon', travellers: 2 }],
    ['after commit', 2, { destination: 'Lisbon', travellers: 2 }]
  ])(
    '[O10.1] [O7.3] %s of a re-ask: one re-ask and never two, %i call(s) in all',
    async (failpoint, asked, collectedData) => {
      const file = `reask-${failpoint.replaceAll(/\W/g, '-')}.sqlite`
      const conversation = await started(file)
      const text = `To Lisbon, re-asked ${failpoint}`
      const turn = { file, conversation, text, key: 'k' }
      const before = await turns()
      const wrong = { destination: 'Lisbon', travellers: 99 }
      await script({ match: { text }, style: 'fenced', envelope: { data: wrong } })
      await script({
        match: { text: 'CORRECTION' },
        style: 'fenced',
        envelope: { data: { travellers: 2 } },
        times: 5
      })
      expect(await run({ ...turn, failpoint })).toBeNull()

      const answer = answerOf(await run(turn))
      expect(answer).toMatchObject({ turn: 2, outcome: 'committed' })
      expect(answer.workflowState.collectedData).toEqual(collectedData)
      expect((await turns()) - before).toBe(asked)
      expect(answerOf(await run(turn))).toEqual(answer)
      expect((await turns()) - before).toBe(asked)
      await fetch(`${agent.url}/_emulator/reset`, { method: 'POST' })
    }
  )

  it('control: the failpoint does kill, and without one nothing does', async () => {
    const file = 'control.sqlite'
    const conversation = await started(file)
    expect(
      await run({ file, conversation, text: 'x', key: '1', failpoint: 'after commit' })
    ).toBeNull()
    expect(await run({ file, conversation, text: 'x', key: '2' })).not.toBeNull()
  })
})
