import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WriteStream } from 'node:tty'
import { pathToFileURL } from 'node:url'
import { type Outcome, parseReply } from '@turnwise/parse'
import { PARSE_EXIT_CODES, type ParseCommand, parseCommand } from 'turnwise'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'turnwise-schemas-'))
// A user's module stands beside what the user has installed; this one does not.
const ZOD = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href
const at = (name: string): string => join(folder, name)

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } }
  },
  required: ['name', 'age']
}

beforeAll(() => {
  const files = {
    'person.json': JSON.stringify(SCHEMA),
    'true.json': 'true',
    'broken.json': '{',
    'list.json': '[]',
    'person.ts': `import { z } from '${ZOD}'
      type Unused = string
      export default z.object({ name: z.string(), age: z.coerce.bigint() })`,
    'json-schema.mjs': `export default ${JSON.stringify(SCHEMA)}`,
    'none.ts': 'export const schema = 1',
    'function.ts': 'export default () => 1',
    'throws.ts': "throw new Error('not today')",
    'wild.json': '{"properties": {"city": {"type": "text"}}, "required": "city"}'
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const OBEYED = /(?![\n\t])[\p{Cc}\u202e]/u

async function run(
  reply: string | readonly Uint8Array[],
  options: Partial<ParseCommand> = {},
  terminal = false
): Promise<{ code: number; shown: string; errors: string }> {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: terminal,
    getColorDepth: WriteStream.prototype.getColorDepth
  })
  const errors = new PassThrough({ encoding: 'utf8' })
  const input = Readable.from(typeof reply === 'string' ? [Buffer.from(reply)] : reply)
  const code = await parseCommand({ file: '-', input, output, errors, ...options })
  return { code, shown: await text(output.end()), errors: await text(errors.end()) }
}

const MESSY = 'Sure:\n```json\n{name: "Ann", age: "41", "tags": [a, b,],}\n```\nAnything else?'

describe('turnwise parse', () => {
  const cases: [name: string, text: string, options: Partial<ParseCommand>, code: number][] = [
    ['data', MESSY, { schema: at('person.json') }, 0],
    ['data without a schema', MESSY, {}, 0],
    ['prose', 'Hello there.', { schema: at('person.json') }, 3],
    ['nothing', '', {}, 3],
    ['data that does not fit', '{"name": 1}', { schema: at('person.json') }, 4],
    ['mended data where only JSON will do', MESSY, { strict: true }, 4],
    ['JSON where only JSON will do', '{"a": 1}', { strict: true }, 0],
    ['no such file', '', { file: '/no/such/file' }, 2],
    ['no such schema', '{}', { schema: '/no/such/schema.json' }, 2]
  ]

  it.each(cases)('ends for %s with its code', async (_, text, options, code) => {
    const ended = await run(text, options)
    expect(ended.code).toBe(code)
    expect(ended.errors !== '').toBe(code === PARSE_EXIT_CODES.unreadable)
    expect((await run(text, { ...options, stream: true })).code).toBe(code)
  })

  it.each(cases.filter(([, , , code]) => code !== 2))(
    '[P7.6] prints the outcome of %s as JSON, read at once and as a stream',
    async (_, text, options) => {
      const schema = options.schema === undefined ? {} : { schema: SCHEMA }
      const strict = options.strict ?? false
      const expected = JSON.parse(JSON.stringify(parseReply(text, { ...schema, strict })))
      expect(JSON.parse((await run(text, { ...options, json: true })).shown)).toEqual(expected)
      const bytes = [...Buffer.from(text)].map(byte => Uint8Array.of(byte))
      const { shown } = await run(bytes, { ...options, json: true, stream: true })
      const last = JSON.parse(shown.trim().split('\n').at(-1) ?? '') as { outcome: Outcome }
      expect(last.outcome).toEqual(expected)
    }
  )

  it('[P7.1] [P7.2] explains where the data stood and every repair', async () => {
    const { shown } = await run(MESSY, { schema: at('person.json'), explain: true })
    expect(shown).toContain('structured with high confidence')
    expect(shown).toContain('fence json at 3:1')
    expect(shown).toContain('3 ┃ {name: "Ann", age: "41", "tags": [a, b,],}')
    expect(shown).toContain('  3:8 name = "Ann"')
    expect(shown).toContain(
      '  3:20 number_from_text (lossless) age: reads a quoted number "41" → 41'
    )
    expect(shown).not.toContain('\u001b')
  })

  const excerptOf = (shown: string): string =>
    shown.split('\n').find(line => /^\s*1 [┃│]/.test(line)) ?? ''

  it.each([
    ['behind long prose', `${'Some words. '.repeat(40)}{"name": 'Ann', "age": 41}`],
    ['before long prose', `{"name": 'Ann', "age": 41}${' Some words.'.repeat(40)}`],
    ['at the end of long data', `{"note": "${'so '.repeat(200)}", "name": 'Ann', "age": 41}`],
    ['between long data', `{"a": "${'so '.repeat(99)}", "name": 'Ann', "b": "${'so '.repeat(99)}"}`]
  ])('[P7.2] explains what stands %s on one line', async (_, text) => {
    const excerpt = excerptOf((await run(text, { explain: true })).shown)
    expect(excerpt).toContain(`"name": 'Ann',`)
    expect(excerpt).toContain('…')
    expect(excerpt.length).toBeLessThan(400)
  })

  it('[P7.2] explains a line of any length in a few windows, the first and the last among them', async () => {
    const items = Array.from({ length: 900 }, (_, nth) => `{id: ${nth}, n: "${'x'.repeat(99)}"}`)
    const excerpt = excerptOf((await run(`So: [${items.join()}] it is.`, { explain: true })).shown)
    expect(excerpt).toContain('So: [{id: 0,')
    expect(excerpt).toContain('"}] it is.')
    expect(excerpt.length).toBeLessThan(2000)
  })

  it('[P7.3] explains ambiguity and alternatives', async () => {
    const { shown } = await run('{"name": "Ann", "age": 1}\n{"name": "Bob", "age": 2}', {
      schema: at('person.json'),
      explain: true
    })
    expect(shown).toContain('ambiguous: another reading is as likely')
    expect(shown).toMatch(/alternatives\n {2}[\d.]+ bare at 1:1 \{"name":"Ann","age":1\}/)
  })

  it('[P7.4] [P7.5] says that a reply breaks off, declines or says nothing', async () => {
    expect((await run('{"name": "Ann", "age": 4')).shown).toContain('the reply breaks off')
    expect((await run("I'm sorry, I can't help.")).shown).toContain('the agent declines')
    expect((await run('{}', { schema: at('person.json') })).shown).toContain('says nothing: {}')
    expect((await run('')).shown).toContain('the reply is empty')
  })

  it('[P7.2] explains why data does not fit', async () => {
    const { shown } = await run('{"name": "Ann", "age": []}', {
      schema: at('person.json'),
      explain: true
    })
    expect(shown).toContain('age: expected integer, got array of 0')
    expect(shown).toContain('candidate: document at 1:1')
  })

  it('paints on a terminal that wants it, and nowhere else', async () => {
    const painted = async (terminal: boolean): Promise<boolean> => {
      const { shown } = await run(MESSY, { explain: true }, terminal)
      return shown.includes('\u001b[')
    }
    vi.stubEnv('TERM', 'xterm-256color')
    // Node takes a machine that says it runs CI for one without colours.
    vi.stubEnv('CI', undefined)
    vi.stubEnv('FORCE_COLOR', undefined)
    vi.stubEnv('NO_COLOR', undefined)
    expect(await painted(true)).toBe(true)
    expect(await painted(false)).toBe(false)
    vi.stubEnv('NO_COLOR', '1')
    expect(await painted(true)).toBe(false)
    vi.unstubAllEnvs()
  })

  it('shows nothing that a terminal would obey', async () => {
    const evil = '\u009b31m\u202egnp.exe'
    const text = `\u001b[2J{"name": "${evil}", age: 1, "${evil}": 2} \u0007`
    for (const options of [{}, { schema: at('person.json') }, { stream: true }]) {
      const { shown } = await run(text, { ...options, explain: true })
      expect(shown).not.toMatch(OBEYED)
      expect(shown).toContain('gnp.exe')
    }
  })

  it('keeps to a page, however long the reply', async () => {
    const items = Array.from({ length: 20_000 }, (_, index) => `{id: ${index}}`)
    const { shown } = await run(`[${items.join(',\n')}]`, { explain: true })
    const explained = shown.slice(shown.indexOf('\nrepairs\n'))
    expect(explained.split('\n').length).toBeLessThan(120)
    expect(explained).toContain('more')
  })
})

describe('the stream', () => {
  it('[P7.6] shows values as they arrive', async () => {
    const chunks = ['{"name": "A', 'nn", "age": 4', '1, "tags": ["x"]}'].map(text =>
      Buffer.from(text)
    )
    const { shown } = await run(chunks, { schema: at('person.json'), stream: true })
    expect(shown).toMatch(/^name = "A" …\nname = "Ann"\nage = 41\ntags\[0\] = "x"\nstructured/)
    const json = await run(chunks, { schema: at('person.json'), stream: true, json: true })
    const lines = json.shown
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.slice(0, -1).map(({ snapshot }) => snapshot)).toEqual([
      { name: 'A' },
      { name: 'Ann' },
      { name: 'Ann', age: 41, tags: ['x'] }
    ])
  })

  it('[P7.6] cuts a file into chunks', async () => {
    const file = join(tmpdir(), `turnwise-parse-${process.pid}.txt`)
    writeFileSync(file, JSON.stringify({ name: 'ä'.repeat(300), age: 1 }))
    const { shown } = await run('', { file, stream: true, json: true })
    rmSync(file)
    expect(shown.trim().split('\n').length).toBeGreaterThan(5)
    expect(shown).not.toContain('\uFFFD')
  })
})

describe('a schema', () => {
  it.each([
    ['a module that exports a Zod schema', 'person.ts', '"age": "41"'],
    ['a module that exports a JSON Schema', 'json-schema.mjs', '"age": 41'],
    ['JSON', 'person.json', '"age": 41'],
    ['a boolean', 'true.json', '"age": "41"']
  ])('may be %s', async (_, name, shown) => {
    const text = '{"name": "Ann", "age": "41"}'
    const result = await run(text, { schema: at(name) })
    expect(result).toMatchObject({ code: 0, errors: '' })
    expect(result.shown).toContain(shown)
  })

  it.each([
    ['broken JSON', 'broken.json', 'is not valid JSON'],
    ['a list', 'list.json', 'holds no schema'],
    ['a module without a default export', 'none.ts', 'has no default export'],
    ['a function', 'function.ts', 'holds no schema'],
    ['a module that throws', 'throws.ts', 'not today'],
    ['wrong in some place', 'wild.json', 'at #/properties/city/type of the schema, got "text"'],
    ['no module at all', 'nowhere.ts', 'cannot be imported']
  ])('is refused when it is %s', async (_, name, says) => {
    const result = await run('{}', { schema: at(name) })
    expect(result.code).toBe(PARSE_EXIT_CODES.unreadable)
    expect(result.errors).toContain(says)
    expect(result.shown).toBe('')
  })
})
