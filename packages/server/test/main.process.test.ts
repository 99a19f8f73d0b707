import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { TurnAnswer } from '@turnwise/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnwise-main-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

type Run = { child: ChildProcess; out: () => string; error: () => string }

function run(environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['--conditions=@turnwise/source', main], {
    env: { ...process.env, TURNWISE_DATA: folder, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  children.push(child)
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    error += text
  })
  return { child, out: () => out, error: () => error }
}

async function ready(server: Run): Promise<string> {
  await expect
    .poll(() => `${server.out()}${server.child.exitCode ?? ''}`, { timeout: 30_000 })
    .not.toBe('')
  const url = /^Turnwise is ready: (http:\S+)\n$/.exec(server.out())?.[1]
  if (url === undefined) throw new Error(`${server.out()}${server.error()}`)
  return url
}

async function refusal(server: Run): Promise<string> {
  const [code] = await once(server.child, 'close')
  expect(code).toBe(1)
  expect(server.out()).toBe('')
  return server.error()
}

const post = async (url: string, path: string, body: object): Promise<TurnAnswer> => {
  const response = await fetch(`${url}/api/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  return (await response.json()) as TurnAnswer
}

const copilotStudio = { AGENT: 'copilot-studio', COPILOT_STUDIO_TOKEN: 'abc' }

const unmade = (path: string): string =>
  `TURNWISE_DATA: "${path}" cannot be opened or made: choose a place in a folder that this user may write`

describe('a server that cannot start', () => {
  it('[SEC2] says everything that is wrong with its environment', async () => {
    const error = await refusal(run({ PORT: 'http', AGENT: 'openai', HOST: '0.0.0.0' }))
    expect(error.split('\n').map(line => line.split(/ should |(?<=[A-Z]): /)[0])).toEqual([
      'Turnwise cannot start:',
      '- PORT',
      '- AGENT',
      '- HOST',
      ''
    ])
  })

  it('[C2.7] says in which line a template is wrong', async () => {
    const template = join(folder, 'context.txt')
    await writeFile(template, 'Hello\n{{steps}}\n{{userInput}}')
    const error = await refusal(run({ CONTEXT_TEMPLATE_FILE: template }))
    expect(error).toContain(`${template}:2: there is no slot {{steps}}; there are {{step}}`)
  })

  it('says that a port is taken, and leaves no agent behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const error = await refusal(run({ PORT: String(port), LOG_LEVEL: 'silent' }))
    expect(error).toBe(
      `Turnwise cannot start:\n- PORT: ${port} is taken by another program. Set PORT to a free one, or to 0 for any\n`
    )
    await expect(readFile(join(folder, 'emulator.json'))).rejects.toThrow('ENOENT')
    taken.close()
  })

  it('[S4.3] says that another server works on its folder', async () => {
    await ready(run())
    expect(await refusal(run({ LOG_LEVEL: 'silent' }))).toContain(
      `- TURNWISE_DATA: another server works on "${folder}"`
    )
  })

  it('names the workflow file that fails', async () => {
    await writeFile(join(folder, 'mine.ts'), 'export default 1')
    expect(await refusal(run({ WORKFLOWS: folder }))).toContain(
      '- mine.ts: its default export should be made by defineWorkflow'
    )
  })

  it.each<[variable: string, environment: Record<string, string>, says: string]>([
    [
      'DEFAULT_WORKFLOW',
      { DEFAULT_WORKFLOW: 'nope' },
      'DEFAULT_WORKFLOW should be one of it-incident, onboarding, payment, small-talk, travel-request, not "nope"'
    ],
    ['TURNWISE_DATA', { TURNWISE_DATA: '/etc/passwd' }, unmade('/etc/passwd/turnwise.sqlite.lock')],
    ['TURNWISE_DATA', { TURNWISE_DATA: '/proc/x' }, unmade('/proc/x')],
    ['WORKFLOWS', { WORKFLOWS: '/nowhere' }, 'WORKFLOWS should be a folder of workflow files, not'],
    [
      'COPILOT_STUDIO_DIRECT_URL',
      { ...copilotStudio, COPILOT_STUDIO_DIRECT_URL: 'http://agent.example/x' },
      'COPILOT_STUDIO_DIRECT_URL must be https: plain http is taken to loopback only'
    ],
    [
      'ALLOW_PRIVATE_HOSTS',
      { ...copilotStudio, COPILOT_STUDIO_DIRECT_URL: 'https://10.1.2.3/x' },
      'is private: list it in ALLOW_PRIVATE_HOSTS'
    ]
  ])('[SEC2] names %s of %j', async (_variable, environment, says) => {
    const error = await refusal(run({ ...environment, LOG_LEVEL: 'silent' }))
    expect(error).toContain(says)
    expect(error.split('\n')).toHaveLength(3)
    expect(error).not.toMatch(/\bE[A-Z]{3,}|mkdir|SQLITE|unable/)
  })

  it('[S4.3] refuses a store file that another program wrote', async () => {
    const file = new DatabaseSync(join(folder, 'turnwise.sqlite'))
    file.exec('CREATE TABLE turn (id TEXT PRIMARY KEY)')
    file.close()
    expect(await refusal(run({ LOG_LEVEL: 'silent' }))).toContain(
      `TURNWISE_DATA: "${join(folder, 'turnwise.sqlite')}" belongs to another program`
    )
  })
})

describe('a server that runs', () => {
  it('[S5.1] prints one line, and is alive and ready when it does', async () => {
    const server = run({ LOG_LEVEL: 'silent' })
    const url = await ready(server)
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect(server.out().split('\n')).toHaveLength(2)
    expect(server.error()).toBe('')
  })

  it('[C2.7] asks with a template, and its agent understands that', async () => {
    const template = join(folder, 'context.txt')
    await writeFile(
      template,
      'You keep a desk.\n[DESK {{nonce}}]\n{{step}} {{turnNumber}}\n{{collectedData}}\n[/DESK {{nonce}}]\n{{userInput}}'
    )
    const url = await ready(run({ CONTEXT_TEMPLATE_FILE: template }))
    const { conversationId } = await post(url, 'start', {})
    const say = (text: string) => post(url, 'send', { conversationId, text })
    await say('To Lisbon')
    const { workflowState } = await say('from 3 to 6 May 2027')
    expect(workflowState.collectedData).toEqual({
      destination: 'Lisbon',
      departureDate: '2027-05-03',
      returnDate: '2027-05-06'
    })
    const { url: agent } = JSON.parse(await readFile(join(folder, 'emulator.json'), 'utf8'))
    const log = await (await fetch(`${agent}/_emulator/log`)).json()
    expect(log.requests.at(-1).text).toMatch(/^You keep a desk\.\n\[DESK [0-9a-f]{16}\]\n/)
    expect(log.requests.at(-1).userInput).toBe('from 3 to 6 May 2027')
  })

  it('logs no word and no conversation of anybody at info', async () => {
    const server = run()
    const url = await ready(server)
    const words = 'canary-of-the-user to Lisbon'
    const { conversationId } = await post(url, 'start', {})
    await post(url, 'send', { conversationId, text: words })
    await fetch(`${url}/api/chat/conversations/${conversationId}`)
    await fetch(`${url}/api/chat/conversations/${conversationId}?limit=${words}`)
    const lines = server
      .error()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['request', 'turn-ended']))
    expect(lines.find(({ route }) => route)).toMatchObject({ requestId: expect.any(String) })
    for (const secret of ['canary', 'Lisbon', 'travel agent', conversationId]) {
      expect(server.error()).not.toContain(secret)
    }
  })

  it('[O5.1] finds its agent again after it was killed, and takes it along when it leaves', async () => {
    const note = async (): Promise<string> => readFile(join(folder, 'emulator.json'), 'utf8')
    const first = run({ LOG_LEVEL: 'silent' })
    await ready(first)
    const agent = await note()
    first.child.kill('SIGKILL')
    await once(first.child, 'close')

    const second = run({ LOG_LEVEL: 'silent' })
    await ready(second)
    expect(await note()).toBe(agent)
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'close')).toEqual([0, null])
    await expect(note()).rejects.toThrow('ENOENT')
    await expect(fetch(JSON.parse(agent).url)).rejects.toThrow()
  })

  it('starts another agent when the noted one is gone, or is none of ours', async () => {
    for (const note of [
      '{"url":"http://127.0.0.1:9"}',
      '{"url":"http://evil.example"}',
      'nonsense'
    ]) {
      await writeFile(join(folder, 'emulator.json'), note)
      const server = run({ LOG_LEVEL: 'silent' })
      const url = await ready(server)
      expect((await post(url, 'start', {})).outcome).toBe('committed')
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
  })

  const noted = async (): Promise<string> =>
    JSON.parse(await readFile(join(folder, 'emulator.json'), 'utf8')).url
  const processOf = async (agent: string): Promise<number> =>
    (await (await fetch(`${agent}/_emulator/health`)).json()).pid

  it('[O5.1] starts its agent again when that dies, and one only', async () => {
    const server = run({ LOG_LEVEL: 'silent' })
    const url = await ready(server)
    const agent = await noted()
    process.kill(await processOf(agent), 'SIGKILL')
    const say = async (): Promise<string | undefined> =>
      (await post(url, 'orchestrate', { query: 'I want to go to Lisbon' })).outcome
    // The messages that find nobody come at once: each of them notices.
    await Promise.all([say(), say(), say()])
    await expect.poll(say, { timeout: 10_000, interval: 200 }).toBe('committed')
    const next = await noted()
    expect(next).not.toBe(agent)

    process.kill(await processOf(next), 'SIGKILL')
    await expect.poll(() => answers(next)).toBe(false)
    const checks = Array.from({ length: 4 }, () => fetch(`${url}/health/ready`))
    for (const { status } of await Promise.all(checks)) expect(status).toBe(200)
    const last = await noted()
    expect(last).not.toBe(next)
    server.child.kill('SIGTERM')
    expect(await once(server.child, 'close')).toEqual([0, null])
    await expect.poll(() => answers(last), { timeout: 5_000 }).toBe(false)
  })

  it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('takes its agent along at %s', async signal => {
    const server = run({ LOG_LEVEL: 'silent' })
    await ready(server)
    const agent = await noted()
    server.child.kill(signal)
    // What a terminal, npm or a shell sends twice is one wish.
    server.child.kill(signal)
    expect(await once(server.child, 'close')).toEqual([0, null])
    await expect.poll(() => answers(agent), { timeout: 5_000 }).toBe(false)
  })

  it.each([
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
    ['SIGHUP', 'SIGTERM']
  ] as const)('ends at once at %s and then %s', async (first, second) => {
    const server = run({ LOG_LEVEL: 'info' })
    const url = await ready(server)
    const agent = await noted()
    const pid = await processOf(agent)
    await fetch(`${agent}/_emulator/script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ turns: [{ delayMs: 20_000 }] })
    })
    const cut = post(url, 'orchestrate', { query: 'I want to go to Lisbon' }).catch(() => {})
    const asked = async (): Promise<number> =>
      (await (await fetch(`${agent}/_emulator/log`)).json()).requests.length
    await expect.poll(asked).toBeGreaterThan(0)
    server.child.kill(first)
    await expect.poll(server.error).toContain('shutting down')
    const began = performance.now()
    server.child.kill(second)
    expect(await once(server.child, 'close')).toEqual([1, null])
    expect(performance.now() - began).toBeLessThan(2_000)
    await cut
    process.kill(pid, 'SIGTERM')
  })
})

/** Says whether an agent still listens. */
const answers = (agent: string): Promise<boolean> =>
  fetch(`${agent}/_emulator/health`).then(
    () => true,
    () => false
  )
