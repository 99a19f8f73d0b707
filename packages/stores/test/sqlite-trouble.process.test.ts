import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from './new-folder.ts'
import { admission, commitOf, granted } from './turns.ts'

const writer = fileURLToPath(new URL('./limited-writer.ts', import.meta.url))

type Line = { committed?: number; hash?: string; failed?: string; read?: number; refused?: string }

/** Runs the writer and collects what it says. */
const write = (
  file: string,
  how: { limit?: number; uid?: number } = {}
): { child: ChildProcess; lines: Line[]; ended: Promise<unknown> } => {
  const node = [process.execPath, '--conditions=@turnwise/source', writer, file]
  // A file that would grow beyond the limit fails as on a full disk; the signal that comes with it
  // is ignored, as a full disk sends none.
  const limited = ['sh', '-c', `trap '' XFSZ; ulimit -S -f ${how.limit}; exec "$@"`, 'sh', ...node]
  const [command = '', ...rest] = how.limit === undefined ? node : limited
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid })
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Line[] = []
  const out = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
  out.on('line', line => lines.push(JSON.parse(line) as Line))
  return { child, lines, ended: once(out, 'close') }
}

describe('a disk that is full', () => {
  it('[S4.6] refuses to write, still reads, loses nothing, and goes on when there is room', async () => {
    const file = join(newFolder(), 'store.db')
    // In units of 512 or 1,024 bytes, as the shell has it.
    const { child, lines, ended } = write(file, { limit: 1500 })
    const failures = () => lines.filter(({ failed }) => failed !== undefined)
    await expect.poll(() => failures().length, { timeout: 60_000 }).toBeGreaterThan(3)
    expect(new Set(failures().map(({ failed }) => failed))).toEqual(
      new Set(['ERR_STORE_UNAVAILABLE'])
    )
    const before = lines.filter(({ committed }) => committed !== undefined).length
    expect(before).toBeGreaterThan(5)
    expect(lines.findLast(({ read }) => read !== undefined)?.read).toBe(before)

    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:'])
    const acknowledged = () => lines.filter(({ committed }) => committed !== undefined)
    await expect.poll(() => acknowledged().length, { timeout: 30_000 }).toBeGreaterThan(before + 20)
    child.kill('SIGKILL')
    await ended

    const store = await sqliteStore({ file })
    const { address } = admission('')
    const entries = await store.entries(address, { limit: 100_000 })
    expect(entries.map(({ turn }) => turn)).toEqual(entries.map((_, index) => index + 1))
    const kept = entries.map(({ hash }) => hash)
    expect(kept.slice(0, acknowledged().length)).toEqual(acknowledged().map(({ hash }) => hash))
    await store.close()
  })
})

describe.skipIf(process.getuid?.() !== 0)(
  'what may not be written, for a user who is not root',
  () => {
    const nobody = 65_534
    /** A file with one turn in a folder of nobody's. */
    const owned = async (): Promise<{ folder: string; file: string }> => {
      const outer = newFolder()
      chmodSync(outer, 0o755)
      const folder = join(outer, 'data')
      mkdirSync(folder)
      const file = join(folder, 'store.db')
      const store = await sqliteStore({ file })
      const start = await granted(store, 'start')
      await store.commit(start, commitOf(start))
      await store.close()
      for (const path of [folder, file, `${file}.lock`]) chownSync(path, nobody, nobody)
      return { folder, file }
    }

    it('[S4.6] control: writes what it may', async () => {
      const { file } = await owned()
      const { child, lines } = write(file, { uid: nobody })
      await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(0)
      expect(lines[0]).toMatchObject({ committed: 1 })
      child.kill('SIGKILL')
    })

    it.each<[name: string, forbid: (paths: { folder: string; file: string }) => void]>([
      ['file', ({ file }) => chmodSync(file, 0o444)],
      ['folder', ({ folder }) => chmodSync(folder, 0o555)],
      ['lock', ({ file }) => chmodSync(`${file}.lock`, 0o444)]
    ])('[S4.6] a read-only %s is refused at once', async (_name, forbid) => {
      const paths = await owned()
      forbid(paths)
      const { lines, ended } = write(paths.file, { uid: nobody })
      await ended
      expect(lines).toEqual([{ refused: 'ERR_STORE_UNAVAILABLE' }])
    })
  }
)
