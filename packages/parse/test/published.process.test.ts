import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exercise } from './consumer/exercise.ts'
import { bundledSize, pageInChromium } from './consumer-bundle.ts'
import {
  type ConsumerProject,
  newConsumerProject,
  output,
  pack,
  root,
  run,
  tools
} from './consumer-project.ts'
import { asserting, examplesOf } from './page-examples.ts'

// The goal for everything is 20,000. Until then nothing is added unnoticed.
const MOST_BYTES = [
  ['everything', '*', 35_520],
  ['parseReply alone', '{ parseReply }', 32_755]
] as const

const node24 = join(root, 'node_modules/node/bin/node')
const node22 = join(tools, 'node/bin/node')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const publint = join(tools, 'publint/src/cli.js')
const attw = join(tools, '@arethetypeswrong/cli/dist/index.js')
const chromium =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
const without = (path: string | undefined): boolean => path === undefined || !existsSync(path)

let project: ConsumerProject
beforeAll(async () => {
  project = await newConsumerProject()
})
afterAll(() => project?.remove())

describe('the archive', () => {
  it('holds the licence, the page about the package and nothing of the tests', async () => {
    const { files } = project.packed
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter(file => !/^(dist|src)\//.test(file))).toHaveLength(3)
    const [ours, packed] = [join(root, 'LICENSE'), join(project.installed, 'LICENSE')]
    expect(await readFile(packed, 'utf8')).toBe(await readFile(ours, 'utf8'))
  })

  it('holds one module, one declaration and their maps for each source, and none left over', () => {
    const { files } = project.packed
    const sources = files.flatMap(file => /^src\/(.+)\.ts$/.exec(file)?.[1] ?? [])
    const built = sources.flatMap(name =>
      ['js', 'js.map', 'd.ts', 'd.ts.map'].map(ending => `dist/${name}.${ending}`)
    )
    expect(files.filter(file => file.startsWith('dist/')).sort()).toEqual(built.sort())
  })

  it('holds every source that a map names', async () => {
    const maps = project.packed.files.filter(file => file.endsWith('.map'))
    expect(maps.length).toBeGreaterThan(0)
    for (const map of maps) {
      const { sources } = JSON.parse(await readFile(join(project.installed, map), 'utf8'))
      const named = sources.map((source: string) => posix.join(dirname(map), source))
      expect(project.packed.files).toEqual(expect.arrayContaining(named))
    }
  })
})

describe('an empty project that installs the archive', () => {
  const runs = [
    ['24', node24],
    ['22', node22]
  ] as const

  it.for(runs)('reads replies in Node %s', async ([major, node], { skip }) => {
    skip(without(node), 'Install scripts/published first; npm test does.')
    expect((await output(node, ['--version'], project.folder)).slice(1, 3)).toBe(major)
    const { folder } = project
    expect(JSON.parse(await output(node, ['main.ts'], folder))).toEqual(exercise())
    expect(await output(node, ['require.cjs'], folder)).toBe('structured\n')
  })

  it('reads replies in Chromium, bundled by Vite', async ({ skip }) => {
    if (chromium === undefined) return skip('There is no Chromium; CHROMIUM_PATH names one.')
    const page = await pageInChromium(chromium, project.folder)
    const [, result = ''] = /data-result="([^"]*)"/.exec(page) ?? []
    expect(JSON.parse(decodeURIComponent(result) || 'null')).toEqual(exercise())
  })

  it('exercises what it says', () => {
    expect(exercise()).toMatchObject({
      data: { city: 'Lisbon', nights: 3, tags: ['sea', 'tram'] },
      city: "'Lisbon'",
      ended: true,
      refused: true,
      codes: true
    })
  })

  it.each(MOST_BYTES)('takes %s in few bytes', async (name, taken, most) => {
    const size = await bundledSize(project.folder, taken)
    console.info(`@turnwise/parse, ${name}: ${size} bytes, minified and compressed`)
    expect(size).toBeLessThanOrEqual(most)
    // The code is in it, and not the name of an export alone.
    expect(size).toBeGreaterThan(most / 4)
  })
})

describe('types', () => {
  const check = (config: string) => run(node24, [tsc, '-p', config], project.folder)

  it.each(['nodenext', 'bundler'])('resolve with %s', async resolution => {
    const { stdout } = await check(`tsconfig.${resolution}.json`)
    expect(stdout).toBe('')
  })

  it('control: are missed where a declaration is missing', async () => {
    const declaration = join(project.installed, 'dist/outcome.d.ts')
    const text = await readFile(declaration, 'utf8')
    await rm(declaration)
    try {
      expect((await check('tsconfig.nodenext.json')).stdout).toContain('error TS')
    } finally {
      await writeFile(declaration, text)
    }
  })
})

describe('the page about the package', () => {
  it('has examples that are true', async () => {
    const page = await readFile(join(project.installed, 'README.md'), 'utf8')
    const examples = examplesOf(page)
    expect(examples.length).toBeGreaterThan(3)
    for (const [index, example] of examples.entries()) {
      expect(example).toContain(' // → ')
      const file = `example-${index}.ts`
      await writeFile(join(project.folder, file), asserting(example))
      expect(await run(node24, [file], project.folder)).toMatchObject({ status: 0, stderr: '' })
    }
    expect((await run(node24, [tsc, '-p', 'tsconfig.bundler.json'], project.folder)).stdout).toBe(
      ''
    )
  })

  it('control: an example that is not true fails', async () => {
    const file = 'example-wrong.ts'
    await writeFile(join(project.folder, file), asserting('1 + 1 // → 3\n'))
    expect(await run(node24, [file], project.folder)).toMatchObject({ status: 1 })
  })
})

describe('publint and attw', () => {
  const lint = (archive: string) => run(node24, [publint, 'run', archive, '--strict'], tools)
  // The configuration beside the package says which findings do not apply.
  const types = (archive: string) => run(node24, [attw, archive], join(root, 'packages/parse'))

  it('find nothing', async ({ skip }) => {
    skip(without(attw), 'Install scripts/published first; npm test does.')
    const { archive } = project.packed
    expect(await lint(archive)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All good')
    })
    expect(await types(archive)).toMatchObject({ status: 0 })
  })

  it('control: find a declaration and a module that are not there', async ({ skip }) => {
    skip(without(attw), 'Install scripts/published first; npm test does.')
    const broken = join(project.folder, 'broken')
    await cp(project.installed, broken, { recursive: true })
    await rm(join(broken, 'dist/index.d.ts'))
    await rm(join(broken, 'dist/index.js'))
    const { archive } = await pack(broken, project.folder, '--ignore-scripts')
    expect((await lint(archive)).status).toBe(1)
    expect((await types(archive)).status).toBe(1)
  })
})
