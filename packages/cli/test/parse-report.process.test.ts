import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_REPORT_INSTRUCTIONS } from '@turnwise/contracts'
import { describe, expect, it, onTestFinished } from 'vitest'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')

/** What npm links as a command of this checkout. */
const LINKED = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'turnwise')

const turnwise = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, ['--conditions=@turnwise/source', MAIN, ...args], {
    input,
    encoding: 'utf8'
  })

describe('turnwise as a program', () => {
  it.each([
    ['parse', ['parse'], '{"a": 1,}', 0],
    ['parse of prose', ['parse', '-'], 'Hello.', 3],
    ['a strict parse', ['parse', '--strict'], '{"a": 1,}', 4],
    ['an option that is none', ['parse', '--nope'], '', 2],
    ['a command that is none', ['nope'], '', 2],
    ['too many arguments', ['parse', 'a', 'b'], '', 2],
    ['help', ['parse', '--help'], '', 0],
    ['a report that is none', ['report', 'check', '--strict'], 'I did it.', 1],
    ['claims without a work tree', ['report', 'check', '--complete'], '{}', 2],
    ['a base without a work tree', ['report', 'check', '--base', 'HEAD'], '{}', 2],
    ['a report of no file, as JSON', ['report', 'check', '/no/such', '--json'], '', 2],
    ['its version', ['--version'], '', 0],
    ['a report of a file that is none', ['report', 'check', '/no/such/file'], '', 2],
    ['instructions', ['report', 'instructions'], '', 0]
  ])('[A2.1] ends for %s with its code', (_, args, input, code) => {
    const { status, stderr } = turnwise(args, input)
    expect(status, stderr).toBe(code)
    expect(stderr !== '').toBe(code === 2)
  })

  it('[A3] prints the instructions', () => {
    expect(turnwise(['report', 'instructions']).stdout).toBe(`${AGENT_REPORT_INSTRUCTIONS}\n`)
  })

  it('prints JSON and nothing else', () => {
    expect(JSON.parse(turnwise(['parse', '--json'], 'a {"a": 1,}').stdout).data).toEqual({ a: 1 })
  })

  it('is a command by itself, which says no more than it has to say', () => {
    const linked = (args: readonly string[]) =>
      spawnSync(process.execPath, [LINKED, ...args], { input: '{"a": 1,}', encoding: 'utf8' })
    expect(linked(['parse', '--json']).stdout).toBe(
      turnwise(['parse', '--json'], '{"a": 1,}').stdout
    )
    expect(linked(['parse', '--strict']).status).toBe(4)
  })

  it('[A2.1] says what is wrong on standard error alone', () => {
    const { stdout, stderr } = turnwise(['report', 'check', '--complete', '--json'], '{}')
    expect(stdout).toBe('')
    expect(stderr).toBe('--complete needs --git <folder>: without it no claim is checked.\n')
  })

  it('prints its version', () => {
    const manifest = join(MAIN, '..', '..', 'package.json')
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    expect(turnwise(['--version']).stdout).toBe(`${version}\n`)
  })

  it.each([[['parse']], [['parse', '--stream']], [['parse', '--json']]])(
    'says in one line that the output of %j cannot be written',
    args => {
      const full = openSync('/dev/full', 'w')
      onTestFinished(() => closeSync(full))
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--conditions=@turnwise/source', MAIN, ...args],
        { input: '{"a": 1,}', encoding: 'utf8', stdio: ['pipe', full, 'pipe'] }
      )
      expect(stderr).toBe('The output cannot be written: there is no space left where it goes.\n')
      expect(status).toBe(2)
    }
  )

  it('ends in peace when nobody reads on', () => {
    const long = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => index))
    const command = `'${process.execPath}' --conditions=@turnwise/source '${MAIN}' parse | head -1`
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { input: long, encoding: 'utf8' })
    expect(stdout).toContain('structured')
    expect(stderr).toBe('')
  })
})
