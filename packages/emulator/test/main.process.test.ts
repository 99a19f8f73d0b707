import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { spawnEmulator } from './emulator-process.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const health = async (url: string): Promise<{ product: string; version: string; pid: number }> =>
  (await fetch(`${url}/_emulator/health`)).json()
const isUp = (url: string): Promise<boolean> =>
  health(url).then(
    () => true,
    () => false
  )
const bots = '/copilotstudio/dataverse-backed/authenticated/bots/small-talk'

/** A server's part: spawns the emulator detached, passes its line on and waits to be killed. */
const parent = (args: string[]): string => `
  const { spawn } = require('node:child_process')
  const args = ${JSON.stringify(['--conditions=@turnwise/source', main, ...args])}
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(process.stdout)
  setInterval(() => {}, 1000)
`

async function spawnOrphan(...args: string[]): Promise<string> {
  const server = spawn(process.execPath, ['-e', parent(args)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [line] = await once(createInterface(server.stdout), 'line')
  server.kill('SIGKILL')
  await once(server, 'exit')
  return JSON.parse(line).url
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('the emulator’s process', () => {
  it('says where it listens and who it is', async () => {
    const emulator = await spawnEmulator('--port', '0')
    expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await health(emulator.url)).toEqual({
      product: 'turnwise-emulator',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      pid: emulator.child.pid
    })
    await emulator.stop()
  })

  it('ends on SIGTERM with open streams', async () => {
    const emulator = await spawnEmulator('--port', '0')
    const turns = [{ on: 'start', fault: { kind: 'silence' } }]
    await fetch(`${emulator.url}/_emulator/script`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ turns })
    })
    const headers = { authorization: 'Bearer x' }
    const url = `${emulator.url}${bots}/conversations`
    const silent = await fetch(url, { method: 'POST', headers, body: '{}' })
    const text = silent.text().catch(() => 'broken')
    emulator.child.kill('SIGTERM')
    expect(await once(emulator.child, 'exit')).toEqual([0, null])
    expect(await text).toBe('broken')
  })

  it('survives the kill of the server that started it, and is found by the next', async () => {
    const url = await spawnOrphan('--idle-exit', '60000')
    const start = { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{}' }
    const answer = await fetch(`${url}${bots}/conversations/kept`, start)
    expect(await answer.text()).toContain('What shall we talk about?')
    const { pid } = await health(url)
    process.kill(pid, 'SIGTERM')
    await expect.poll(() => isUp(url)).toBe(false)
  })

  it('survives when nobody is left to read its line', async () => {
    const port = await freePort()
    const args = ['--conditions=@turnwise/source', main, '--port', String(port)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    child.stderr.destroy()
    const url = `http://127.0.0.1:${port}`
    await expect.poll(() => isUp(url), { timeout: 10_000 }).toBe(true)
    expect((await health(url)).pid).toBe(child.pid)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('ends when nobody asked anything for long enough, and not before', async () => {
    const emulator = await spawnEmulator('--idle-exit', '1500')
    const exit = once(emulator.child, 'exit')
    for (let call = 0; call < 10; call += 1) {
      await new Promise(resolve => setTimeout(resolve, 200))
      await health(emulator.url)
    }
    expect(emulator.child.exitCode).toBeNull()
    expect(await exit).toEqual([0, null])
  })

  it('ends sooner once the process that started it is gone', async () => {
    const url = await spawnOrphan('--idle-exit', '60000', '--parent-exit', '2000')
    expect(await isUp(url)).toBe(true)
    // Asking is a sign of life, so it is asked less often than that.
    const ended = expect.poll(() => isUp(url), { interval: 4_000, timeout: 20_000 })
    await ended.toBe(false)
  })

  it.each([
    ['an unknown option', ['--prot', '1'], '--prot'],
    ['a port out of range', ['--port', '70000'], 'port'],
    ['an unknown style', ['--style', 'loud'], 'style']
  ])('refuses %s', async (_name, args, message) => {
    const child = spawn(process.execPath, ['--conditions=@turnwise/source', main, ...args])
    let error = ''
    child.stderr.on('data', chunk => {
      error += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(2)
    expect(error).toContain(message)
  })

  it('says so when the port is taken', async () => {
    const emulator = await spawnEmulator()
    const { port } = new URL(emulator.url)
    const child = spawn(process.execPath, ['--conditions=@turnwise/source', main, '--port', port])
    let error = ''
    child.stderr.on('data', chunk => {
      error += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(error).toContain('EADDRINUSE')
    await emulator.stop()
  })

  it('compresses where the script says so', async () => {
    const emulator = await spawnEmulator()
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ turns: [{ on: 'start', wire: { gzip: true } }] })
    await fetch(`${emulator.url}/_emulator/script`, { method: 'POST', headers: json, body })
    const url = `${emulator.url}${bots}/conversations/c1`
    const headers = { authorization: 'Bearer x' }
    const response = await fetch(url, { method: 'POST', headers, body: '{}' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toContain('What shall we talk about?')
    await emulator.stop()
  })

  it('drops a connection as a network does', async () => {
    const emulator = await spawnEmulator()
    const activities = [
      { type: 'message', text: 'one' },
      { type: 'message', text: 'two' }
    ]
    const turns = [{ on: 'start', activities, fault: { kind: 'drop', after: 1 } }]
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ turns })
    await fetch(`${emulator.url}/_emulator/script`, { method: 'POST', headers: json, body })
    const headers = { authorization: 'Bearer x' }
    const url = `${emulator.url}${bots}/conversations/c1`
    const response = await fetch(url, { method: 'POST', headers, body: '{}' })
    let seen = ''
    const readAll = async (): Promise<void> => {
      for await (const chunk of response.body ?? []) seen += new TextDecoder().decode(chunk)
    }
    await expect(readAll()).rejects.toThrow('terminated')
    expect(seen).toContain('"one"')
    expect(seen).not.toContain('"two"')
    await emulator.stop()
  })
})
