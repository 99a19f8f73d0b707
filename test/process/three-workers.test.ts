import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type ConversationView, turnAnswer } from '@turnwise/schema'
import { describe, expect, it, onTestFinished } from 'vitest'

type Example = {
  child: ChildProcess
  url: string
  workers: readonly number[]
  exit: Promise<unknown>
}

/** A folder for the temporary files of the example, which has to be empty when it has ended. */
const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the command of docs/scaling.md where it says; its pipes close when everything has ended. */
const run = (environment: Record<string, string>): ChildProcess => {
  const child = spawn('npm', ['start', '-w', 'examples/three-workers'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // As in a terminal, whose Ctrl-C reaches npm and the example in it.
    detached: true
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    interrupt(child, 'SIGTERM')
    await once(child, 'close')
  })
  return child
}

const interrupt = (child: ChildProcess, signal: NodeJS.Signals): boolean =>
  process.kill(-(child.pid ?? Number.NaN), signal)

/** Runs the example until it names its address. */
const startExample = async (environment: Record<string, string>): Promise<Example> => {
  const child = run({ PORT: '0', ...environment })
  const workers: number[] = []
  let said = ''
  child.stderr?.on('data', piece => {
    said += piece
  })
  const exit = once(child, 'close').then(([code]) => code)
  return new Promise((resolve, reject) => {
    child.once('close', code => reject(new Error(`the example ended with ${code}: ${said}`)))
    createInterface(child.stdout ?? process.stdin).on('line', line => {
      const pid = /kill -9 (\d+)/.exec(line)?.[1]
      if (pid !== undefined) workers.push(Number(pid))
      const url = /ready: (http:\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve({ child, url, workers, exit })
    })
  })
}

/** What the example keeps in its folder; npm has a cache of its own there. */
const keptIn = (folder: string): string[] =>
  readdirSync(folder).filter(name => name.startsWith('turnwise-'))

/** Programs that keep their files in a folder: Redis by its argument, servers by their environment. */
const programsIn = (folder: string): string[] =>
  readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const told = ['cmdline', 'environ'].map(file => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
      return told.join().includes(folder)
    } catch {
      return false
    }
  })

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
    const folder = scratch()
    const { child, url, workers, exit } = await startExample({ TMPDIR: folder })
    expect(workers).toHaveLength(3)

    const opened = await post(url, 'start', { workflowId: 'small-talk' }, 'start')
    const { conversationId } = opened
    const say = (message: string) => post(url, 'send', { conversationId, text: message }, message)
    // As many messages as workers: each of them answers one.
    for (const [index, message] of ['one', 'two', 'three'].entries())
      expect((await say(message)).turn).toBe(index + 2)

    process.kill(workers[0] ?? 0, 'SIGKILL')
    for (const [index, message] of ['four', 'five', 'six'].entries())
      expect((await say(message)).turn).toBe(index + 5)
    expect(await say('one')).toMatchObject({ turn: 2 })

    const response = await fetch(`${url}/api/chat/conversations/${conversationId}`)
    const { messages } = (await response.json()) as ConversationView
    const mine = messages.filter(({ role }) => role === 'user').map(message => message.text)
    expect(mine).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])

    interrupt(child, 'SIGINT')
    expect(await exit).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
    expect(keptIn(folder)).toEqual([])
  })

  it('[O7.1] start nothing when the port is taken, and say so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const folder = scratch()
    const child = run({ PORT: `${port}`, TMPDIR: folder })
    const said = text(child.stderr ?? process.stdin)
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(await said).toContain(`PORT: ${port} is taken by another program. Set PORT to`)
    expect(keptIn(folder)).toEqual([])
  })

  it.each<[name: string, environment: Record<string, string>, signal: NodeJS.Signals | null]>([
    ['a server that refuses its settings', { DEFAULT_WORKFLOW: 'nobody-has-it' }, null],
    ['Ctrl-C while they start', {}, 'SIGINT'],
    ['a terminal that is closed while they start', {}, 'SIGHUP']
  ])('[O7.1] leave nothing behind after %s', async (_name, environment, signal) => {
    const folder = scratch()
    const child = run({ PORT: '0', TMPDIR: folder, ...environment })
    const closed = once(child, 'close')
    // Control: there is something that could be left behind.
    await expect.poll(() => keptIn(folder), { timeout: 30_000 }).not.toEqual([])
    const own = join(folder, keptIn(folder)[0] ?? '')
    await expect.poll(() => programsIn(own), { timeout: 30_000 }).not.toEqual([])
    if (signal !== null) interrupt(child, signal)
    await closed
    expect(programsIn(own)).toEqual([])
    expect(keptIn(folder)).toEqual([])
  })
})
