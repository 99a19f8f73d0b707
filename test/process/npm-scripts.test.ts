import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Runs a command as it is typed, in a folder of this checkout. */
const typed = (command: string, cwd = root) =>
  spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: { ...process.env, INIT_CWD: '' } })

describe('the commands of this checkout', () => {
  it.each([
    ['npm run -s faults -- --help', 0],
    ['npm run -s faults -- --nope', 2],
    ['npm run -s faults -- nope', 2],
    ['npm run -s security -- --help', 0],
    ['npm run -s security -- nope', 2],
    ['npm run -s turnwise -- --version', 0]
  ])('%s ends with %i', (command, code) => {
    const { status, stdout } = typed(command)
    expect(status).toBe(code)
    expect(stdout === '').toBe(code !== 0)
  })

  it('print JSON and nothing else under npm run -s', () => {
    const { stdout } = typed('npm run -s security -- context --json')
    expect(JSON.parse(stdout)).toMatchObject({ suite: 'context' })
    const control = typed('npm run security -- context --json').stdout
    expect(() => JSON.parse(control)).toThrow(SyntaxError)
  })

  it('find files where the user stands', () => {
    const folder = mkdtempSync(join(root, 'docs', 'stands-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'reply.txt'), '{"floor": 3}')
    for (const command of ['npm run -s turnwise --', 'npx turnwise']) {
      const { status, stdout, stderr } = typed(`${command} parse reply.txt --json`, folder)
      expect(status, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ data: { floor: 3 } })
    }
  })
})
