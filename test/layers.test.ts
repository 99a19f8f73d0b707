import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const allBelow = [
  'parse',
  'schema',
  'contracts',
  'engine',
  'memory',
  'stores',
  'channels',
  'client',
  'emulator'
]

/** Which room may import which. What is not listed is forbidden; ARCHITECTURE.md draws the same. */
const arrows: Record<string, readonly string[]> = {
  parse: [],
  schema: [],
  contracts: ['parse', 'schema'],
  engine: ['contracts', 'parse', 'schema'],
  memory: ['contracts', 'parse', 'schema'],
  stores: ['engine', 'schema'],
  channels: ['engine', 'contracts', 'schema'],
  client: ['schema'],
  emulator: ['schema'],
  server: ['engine', 'memory', 'contracts', 'schema'],
  cli: allBelow,
  web: ['client', 'parse', 'schema'],
  workflows: ['engine'],
  faults: [...allBelow, 'cli']
}

/** Composition roots may import more, because tying adapters to ports is their one idea. */
const roots: Record<string, readonly string[]> = {
  'packages/server/src/main.ts': ['stores', 'channels', 'emulator']
}

/** The room without platform: no Node, no dependency at all. */
const bare = ['parse']
const withoutNode = ['parse', 'schema', 'contracts', 'engine', 'client', 'web']

const root = resolve(import.meta.dirname, '..')
const folderOf = (room: string): string =>
  room === 'workflows' || room === 'faults'
    ? room
    : room === 'web'
      ? 'apps/web'
      : `packages/${room}`

type Import = { file: string; room: string; specifier: string }

const importsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+|\bresolve\(\s*)'([^']+)'/g)].map(
    match => match[1] ?? ''
  )

const sources = (room: string): string[] => {
  const inner = room === 'workflows' ? '*.ts' : 'src/**/*.{ts,tsx}'
  return globSync(join(root, folderOf(room), inner)).map(file => relative(root, file))
}

const importsOf = (room: string): Import[] =>
  sources(room).flatMap(file =>
    importsIn(readFileSync(join(root, file), 'utf8')).map(specifier => ({ file, room, specifier }))
  )

const roomNamed = (specifier: string): string | null => {
  if (specifier === 'turnwise' || specifier.startsWith('turnwise/')) return 'cli'
  return /^@turnwise\/([^/]+)/.exec(specifier)?.[1] ?? null
}

/** What is wrong with an import, or null. */
const fault = ({ file, room, specifier }: Import): string | null => {
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, file, '..', specifier))
    const inside = target.startsWith(`${folderOf(room)}/`)
    return inside ? null : `${file} reaches out of its room: ${specifier}`
  }
  const target = roomNamed(specifier)
  if (target !== null) {
    const allowed = [...(arrows[room] ?? []), ...(roots[file] ?? [])]
    return allowed.includes(target) ? null : `${file} imports ${target}`
  }
  if (withoutNode.includes(room) && specifier.startsWith('node:')) return `${file} imports Node`
  if (bare.includes(room)) return `${file} has a dependency: ${specifier}`
  return null
}

const rooms = Object.keys(arrows).filter(room => existsSync(join(root, folderOf(room))))

describe('layers', () => {
  it.each(rooms)('%s imports only what stands below it', room => {
    expect(sources(room).length).toBeGreaterThan(0)
    expect(importsOf(room).map(fault).filter(Boolean)).toEqual([])
  })

  it.each(rooms)('%s declares every room it imports, and no other', room => {
    const manifest = JSON.parse(
      readFileSync(join(root, folderOf(room), 'package.json'), 'utf8')
    ) as { dependencies?: Record<string, string> }
    const declared = Object.keys(manifest.dependencies ?? {}).map(roomNamed)
    const used = new Set(importsOf(room).map(({ specifier }) => roomNamed(specifier)))
    expect(new Set(declared.filter(Boolean))).toEqual(new Set([...used].filter(Boolean)))
  })

  it('has no circle among rooms', () => {
    const visit = (room: string, path: readonly string[]): void => {
      expect(path, `${[...path, room].join(' → ')}`).not.toContain(room)
      for (const next of arrows[room] ?? []) visit(next, [...path, room])
    }
    for (const room of Object.keys(arrows)) visit(room, [])
  })

  it.each([
    ['an arrow up', 'schema', 'packages/schema/src/x.ts', '@turnwise/engine'],
    ['a store in the engine', 'engine', 'packages/engine/src/x.ts', '@turnwise/stores/memory'],
    [
      'an adapter outside the root',
      'server',
      'packages/server/src/x.ts',
      '@turnwise/stores/sqlite'
    ],
    ['Node in the engine', 'engine', 'packages/engine/src/x.ts', 'node:fs'],
    ['a dependency of parse', 'parse', 'packages/parse/src/x.ts', 'zod'],
    [
      'a way around the door',
      'engine',
      'packages/engine/src/x.ts',
      '../../stores/src/memory/index.ts'
    ]
  ])('control: would notice %s', (_, room, file, specifier) => {
    expect(fault({ room, file, specifier })).not.toBeNull()
  })
})
