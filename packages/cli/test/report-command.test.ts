import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { REPORT_EXIT_CODES, type ReportCheckCommand, reportCheckCommand } from 'turnwise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkTree, type WorkTree } from './report-work-tree.ts'

let tree: WorkTree
beforeAll(() => {
  tree = openWorkTree()
  tree.write('src/a.ts')
  tree.commit()
  tree.write('src/a.ts', 'changed')
  tree.write('src/more.ts')
})
afterAll(() => tree.remove())

const report = (changes: object = {}): string =>
  JSON.stringify({
    success: true,
    filesModified: ['src/a.ts'],
    testsWritten: [],
    summary: 'Rounds once.',
    errors: [],
    nextSteps: [],
    ...changes
  })

const OBEYED = /(?![\n\t])[\p{Cc}\u202e]/u

async function run(
  reply: string | Uint8Array,
  options: Partial<ReportCheckCommand> = {}
): Promise<{ code: number; shown: string; errors: string }> {
  const output = new PassThrough({ encoding: 'utf8' })
  const errors = new PassThrough({ encoding: 'utf8' })
  const input = Readable.from([Buffer.from(reply)])
  const code = await reportCheckCommand({ file: '-', input, output, errors, ...options })
  return { code, shown: await text(output.end()), errors: await text(errors.end()) }
}

const fenced = (text: string): string => `Done.\n\`\`\`json\n${text}\n\`\`\``

describe('turnwise report check', () => {
  const cases: [
    name: string,
    text: string,
    options: () => Partial<ReportCheckCommand>,
    code: number
  ][] = [
    ['a report', report(), () => ({ strict: true }), 0],
    ['a report that says it failed', report({ success: false }), () => ({ strict: true }), 0],
    ['a fenced report, tolerantly', fenced(report()), () => ({}), 0],
    ['a fenced report, strictly', fenced(report()), () => ({ strict: true }), 1],
    ['prose', 'I did it.', () => ({}), 1],
    ['a claim that holds', report(), () => ({ git: tree.folder }), 0],
    [
      'a claim that does not hold',
      report({ filesModified: ['src/no.ts'] }),
      () => ({ git: tree.folder }),
      3
    ],
    [
      'a file not named, where all must be',
      report(),
      () => ({ git: tree.folder, complete: true }),
      3
    ],
    [
      'all files named',
      report({ filesModified: ['src/a.ts', 'src/more.ts'] }),
      () => ({ git: tree.folder, complete: true }),
      0
    ],
    ['no report, whatever the tree', 'I did it.', () => ({ git: '/no/such/folder' }), 1],
    ['no work tree', report(), () => ({ git: '/no/such/folder' }), 2],
    ['no such base', report(), () => ({ git: tree.folder, base: 'v9' }), 2],
    ['no such file', '', () => ({ file: '/no/such/file' }), 2]
  ]

  it.each(cases)('[A2.1] [A4.3] ends for %s with its code', async (_, text, options, code) => {
    expect((await run(text, options())).code).toBe(code)
    expect(Object.values(REPORT_EXIT_CODES)).toContain(code)
  })

  it.each(cases.filter(([, , , code]) => code !== 2))(
    '[A4.3] says the same about %s in JSON',
    async (_, text, options, code) => {
      const { shown, code: ended } = await run(text, { ...options(), json: true })
      const result = JSON.parse(shown)
      expect(ended).toBe(code)
      expect(result.exitCode).toBe(code)
      expect(result.kind).toBe(code === 1 ? 'invalid' : 'valid')
      expect(result.claims === null).toBe(options().git === undefined || code === 1)
    }
  )

  it('[A2.2] [A3] shows every problem, and what to tell the agent', async () => {
    const { shown } = await run('{"success": "yes"}', { strict: true })
    expect(shown).toContain('errors is missing')
    expect(shown).toContain('success is the string "yes", not true or false')
    expect(shown).toContain('Send it again as one JSON object')
  })

  it('[A4.1] [A4.2] [A4.3] shows repairs, warnings, wrong claims and files not named', async () => {
    const text = fenced(report({ filesModified: ['src/no.ts'], errors: ['x'] })).replace('}', ',}')
    const { shown } = await run(text, { git: tree.folder })
    expect(shown).toContain('an agent report (tolerant, high confidence')
    expect(shown).toMatch(/repaired 3:\d+ comma_removed \(lossless\)/)
    expect(shown).toContain('warning: success is true, but errors names 1')
    expect(shown).toContain('filesModified[0] "src/no.ts" does not exist')
    expect(shown).toContain('not in the report: src/more.ts (added)')
    expect(shown).not.toContain('\u001b')
  })

  it('[A4.3] shows nothing that a terminal would obey', async () => {
    const evil = '\u001b[2J\u009b31m\u202egnp.exe\u0007'
    const summary = report({ summary: evil, filesModified: [evil], [evil]: 1, errors: [evil] })
    const { shown } = await run(summary, { git: tree.folder })
    expect(shown).not.toMatch(OBEYED)
    expect(shown).toContain('gnp.exe')
    expect((await run(evil)).shown).not.toMatch(OBEYED)
  })

  it('reads a file, with or without a byte order mark', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnwise-report-'))
    const file = join(folder, 'reply.txt')
    writeFileSync(file, `\uFEFF${report({ summary: 'Größer 🌍' })}`)
    const { code, shown } = await run('', { file, strict: true })
    expect(code).toBe(0)
    expect(shown).toContain('Größer 🌍')
    expect((await run('', { file: folder })).errors).toContain('is a folder')
    rmSync(folder, { recursive: true })
  })

  it('does not read without end', async () => {
    let given = 0
    const endless = new Readable({
      read() {
        given += 1 << 20
        this.push(Buffer.alloc(1 << 20, 'x'))
      }
    })
    const { code, errors } = await run('', { input: endless })
    expect(code).toBe(2)
    expect(errors).toContain('more than 16 MiB')
    expect(given).toBeLessThan(32 << 20)
  })
})
