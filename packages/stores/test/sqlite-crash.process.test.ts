import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from './new-folder.ts'
import { admission } from './turns.ts'

type Acknowledged = { conversation: string; number: number; hash: string }

const writer = fileURLToPath(new URL('./crash-writer.ts', import.meta.url))

const startWriter = (file: string, ...manner: string[]): ChildProcess => {
  const command = ['--conditions=@turnwise/source', writer, file, ...manner]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Lets the writer work for a while, kills it, and gives what it had acknowledged. */
const killed = async (
  file: string,
  milliseconds: number,
  ...manner: string[]
): Promise<Acknowledged[]> => {
  const child = startWriter(file, ...manner)
  const acknowledged: Acknowledged[] = []
  let complaints = ''
  child.stderr?.on('data', chunk => {
    complaints += chunk
  })
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
  lines.on('line', line => acknowledged.push(JSON.parse(line)))
  const ended = once(lines, 'close')
  await Promise.race([once(lines, 'line'), ended])
  await sleep(milliseconds)
  child.kill('SIGKILL')
  await ended
  expect(complaints).toBe('')
  return acknowledged
}

/** What is wrong with the histories after a kill. */
const violations = async (
  file: string,
  acknowledged: readonly Acknowledged[]
): Promise<string[]> => {
  const store = await sqliteStore({ file })
  const found: string[] = []
  for (const conversation of ['a', 'b', 'c', 'd']) {
    const { address } = admission('', {}, conversation)
    const entries = await store.entries(address, { limit: 100_000 })
    const kept = new Map(entries.map(({ turn, hash }) => [turn, hash]))
    for (const { number, hash, ...ack } of acknowledged)
      if (ack.conversation === conversation && kept.get(number) !== hash)
        found.push(`turn ${number} of ${conversation} was acknowledged and is lost`)
    for (const [index, { turn, previous }] of entries.entries())
      if (turn !== index + 1 || previous !== (entries[index - 1]?.hash ?? ''))
        found.push(`turn ${turn} of ${conversation} follows nothing`)
    // Whatever the kill has interrupted can be finished at once.
    const head = await store.head(address)
    const { kind } = await store.admit(admission('next', {}, conversation))
    if (kind !== (head?.tid == null ? 'granted' : 'orphan'))
      found.push(`${conversation} answers ${kind}`)
  }
  await store.close()
  return found
}

it('[S4.1] [O5.1] keeps every acknowledged turn of a process that is killed while it writes', async () => {
  let total = 0
  for (const milliseconds of [0, 3, 17, 40, 80, 151]) {
    const file = join(newFolder(), 'store.db')
    const acknowledged = await killed(file, milliseconds)
    total += acknowledged.length
    expect(await violations(file, acknowledged)).toEqual([])
  }
  // How much it writes depends on the machine; that it wrote at all is what the proof needs.
  expect(total).toBeGreaterThan(10)
})

it('[S4.1] [O5.1] would be found out if it acknowledged turns before they have landed', async () => {
  let found: string[] = []
  for (let kill = 0; kill < 20 && found.length === 0; kill += 1) {
    const file = join(newFolder(), 'store.db')
    found = await violations(file, await killed(file, kill * 3, 'early'))
  }
  expect(found.join()).toContain('was acknowledged and is lost')
})

it('[S4.1] keeps a second process out of a file until the first is dead', async () => {
  const file = join(newFolder(), 'store.db')
  const child = startWriter(file)
  const out = child.stdout as NonNullable<typeof child.stdout>
  await once(out, 'data')
  await expect(sqliteStore({ file })).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await sqliteStore({ file })).close()
})
