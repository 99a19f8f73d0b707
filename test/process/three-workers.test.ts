import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type ConversationView, turnAnswer } from '@turnwise/schema'
import { describe, expect, it, onTestFinished } from 'vitest'

type Example = { child: ChildProcess; url: string; workers: readonly number[] }

/** Runs the example as its README says, until it names its address. */
const startExample = async (): Promise<Example> => {
  const { REDIS_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, ['examples/three-workers/main.ts'], {
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const workers: number[] = []
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    // It ends its servers and Redis in order.
    if (child.exitCode === null) child.kill('SIGTERM')
    await exit
  })
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the example ended with ${code}`)))
    createInterface(child.stdout ?? process.stdin).on('line', line => {
      const pid = /kill -9 (\d+)/.exec(line)?.[1]
      if (pid !== undefined) workers.push(Number(pid))
      const url = /ready: (http:\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve({ child, url, workers })
    })
  })
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const post = async (url: string, path: string, body: object, key: string) => {
  const response = await fetch(`${url}/api/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body)
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return turnAnswer.parse(answer)
}

describe('three workers behind a balancer', () => {
  it('[S4.4] [O7.1] hold one conversation, and go on when one of them is killed', async () => {
    const { child, url, workers } = await startExample()
    expect(workers).toHaveLength(3)

    const opened = await post(url, 'start', { workflowId: 'small-talk' }, 'start')
    const { conversationId } = opened
    const say = (text: string) => post(url, 'send', { conversationId, text }, text)
    // As many messages as workers: each of them answers one.
    for (const [index, text] of ['one', 'two', 'three'].entries())
      expect((await say(text)).turn).toBe(index + 2)

    process.kill(workers[0] ?? 0, 'SIGKILL')
    for (const [index, text] of ['four', 'five', 'six'].entries())
      expect((await say(text)).turn).toBe(index + 5)
    expect(await say('one')).toMatchObject({ turn: 2 })

    const response = await fetch(`${url}/api/chat/conversations/${conversationId}`)
    const { messages } = (await response.json()) as ConversationView
    const mine = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
    expect(mine).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])

    const exit = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGINT')
    expect(await exit).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
  })
})
