import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ConversationView, turnAnswer } from '@turnwise/schema'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

const dataFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'example.sqlite')
}

const example = (
  name: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {}
): ChildProcess => {
  const child = spawn(
    process.execPath,
    ['--conditions=@turnwise/source', `examples/${name}.ts`, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_FILE: dataFile(), ...environment }
    }
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => child.once('exit', resolve))

describe('the examples', () => {
  it('[S7] hold a conversation without HTTP', async () => {
    const child = example('library/main', ['floor: 3, name: Ada', 'day: 2027-05-03', 'done'])
    const exit = exitOf(child)
    const said = child.stdout === null ? '' : await text(child.stdout)
    expect(said).toContain('{"floor":3,"name":"Ada","day":"2027-05-03"}')
    expect(await exit).toBe(0)
  })

  it('[O12] deliver to a system of your own, which checks the signature', async () => {
    const secret = { WEBHOOK_SECRET: 'shared by both, at least 24 letters' }
    const receiver = example('library/receiver', [], secret)
    const lines: string[] = []
    createInterface(receiver.stdout as Readable).on('line', line => lines.push(line))
    await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000)
    const environment = { ...secret, WEBHOOK_URL: lines[0] ?? '' }
    const talk = ['floor: 3, name: Ada, day: 2027-05-03', 'done']
    expect(await exitOf(example('library/main', talk, environment))).toBe(0)
    const booked = '{"floor":3,"day":"2027-05-03","name":"Ada"}'
    expect(lines.slice(1)).toEqual([
      'turn.committed 1 {}',
      `turn.committed 2 ${booked}`,
      `turn.committed 3 ${booked}`,
      `conversation.completed 3 ${booked}`
    ])
    const forged = await fetch(lines[0] ?? '', { method: 'POST', body: '{}' })
    expect(forged.status).toBe(401)
  })

  it('[S7] serve conversations inside an Express app, each user their own', async () => {
    const child = example('express/main')
    const url = await new Promise<string>(resolve =>
      child.stdout?.once('data', line => resolve(String(line).trim()))
    )
    const call = async (path: string, user: string, body?: object): Promise<Response> =>
      fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'x-user': user },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    expect(await (await fetch(url)).text()).toBe('An app with a conversation in it.')

    const opened = turnAnswer.parse(await (await call('/api/chat/start', 'ada', {})).json())
    const { conversationId } = opened
    const sent = await call('/api/chat/send', 'ada', { conversationId, text: 'floor: 3' })
    expect(turnAnswer.parse(await sent.json()).workflowState.collectedData).toEqual({ floor: 3 })

    const path = `/api/chat/conversations/${conversationId}`
    const view = (await (await call(path, 'ada')).json()) as ConversationView
    expect(view.messages.length).toBeGreaterThan(2)
    expect((await call(path, 'grace')).status).toBe(404)

    const exit = exitOf(child)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })
})
