import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckClaimsOptions, type CheckedClaims, checkClaims } from 'turnwise'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorkTree, type WorkTree } from './report-work-tree.ts'

let tree: WorkTree
beforeEach(() => {
  tree = openWorkTree()
  tree.write('.gitignore', 'build/\n')
  for (const path of ['src/a.ts', 'src/b.ts', 'src/gone.ts', 'test/gone.test.ts']) tree.write(path)
  tree.commit()
})
afterEach(() => {
  vi.unstubAllEnvs()
  tree.remove()
})

type Named = { files?: string[]; tests?: string[] }

const check = ({ files = [], tests = [] }: Named, folder?: string, options?: CheckClaimsOptions) =>
  checkClaims({ filesModified: files, testsWritten: tests }, folder ?? tree.folder, options)

const checked = async (...args: Parameters<typeof check>): Promise<CheckedClaims> => {
  const result = await check(...args)
  if (result.kind === 'unchecked') throw new Error(`${result.obstacle}: ${result.message}`)
  return result
}

const obstacle = async (...args: Parameters<typeof check>): Promise<string> => {
  const result = await check(...args)
  return result.kind === 'unchecked' ? result.obstacle : 'none'
}

const verdicts = async (files: string[], folder?: string): Promise<string[]> =>
  (await checked({ files }, folder)).claims.map(({ verdict }) => verdict)

const unreported = async (files: string[] = []): Promise<string[]> =>
  (await checked({ files })).unreported.map(({ path }) => path)

/** The same size, and the times of the commit: what an index would take for unchanged. */
const replaceUnseen = (path: string, text: string): void => {
  const past = new Date(Date.now() - 100_000)
  utimesSync(join(tree.folder, path), past, past)
  tree.git('update-index', '--refresh')
  tree.write(path, text)
  utimesSync(join(tree.folder, path), past, past)
}

describe('a claim', () => {
  it.each([
    ['a file that was changed', 'src/a.ts', 'modified'],
    ['a file that is new', 'src/new.ts', 'added'],
    ['a file that was deleted', 'src/gone.ts', 'deleted'],
    ['a file that was only touched', 'src/b.ts', 'unchanged'],
    ['a file that never was', 'src/never.ts', 'missing'],
    ['a file in a folder that never was', 'lib/never.ts', 'missing'],
    ['a file that git ignores', 'build/out.js', 'ignored'],
    ['a folder', 'src/', 'folder'],
    ['the top', '.', 'folder'],
    ['a longer way', './test/../src//a.ts', 'modified'],
    ['a way out', '../elsewhere.ts', 'outside'],
    ['an absolute way out', '/etc/passwd', 'outside'],
    ['the repository', '.git/config', 'outside'],
    ['the repository, shouted', '.GIT/config', 'outside'],
    ['nothing', ' ', 'not_a_path'],
    ['no name', 'src/a\0.ts', 'not_a_path'],
    ['an endless name', 'a/'.repeat(100_000), 'not_a_path'],
    ['an option', '--help', 'missing'],
    ['a pattern', 'src/*.ts', 'missing'],
    ['a magic path', ':(top)src/a.ts', 'missing']
  ])('[A4.3] about %s', async (_, path, verdict) => {
    tree.write('src/a.ts', 'changed')
    tree.write('src/b.ts')
    tree.write('src/new.ts')
    tree.write('build/out.js')
    rmSync(join(tree.folder, 'src/gone.ts'))
    const result = await checked({ files: [path] })
    expect(result.claims[0]?.verdict).toBe(verdict)
    expect(result.holds).toBe(['modified', 'added', 'deleted'].includes(verdict))
  })

  it('[A4.3] about a test does not hold when the test was deleted', async () => {
    rmSync(join(tree.folder, 'test/gone.test.ts'))
    const { claims } = await checked({ files: ['test/gone.test.ts'], tests: ['test/gone.test.ts'] })
    expect(claims.map(({ field, holds }) => [field, holds])).toEqual([
      ['filesModified', true],
      ['testsWritten', false]
    ])
  })

  it('[A4.3] may be absolute, and through the name the user gave', async () => {
    tree.write('src/a.ts', 'changed')
    const alias = join(tmpdir(), `turnwise-alias-${process.pid}`)
    symlinkSync(tree.folder, alias)
    try {
      const files = [join(tree.folder, 'src/a.ts'), join(alias, 'src/a.ts'), 'src/a.ts']
      expect(await verdicts(files, alias)).toEqual(['modified', 'modified', 'modified'])
    } finally {
      rmSync(alias)
    }
  })

  it('[A4.3] is relative to the folder, and changes beside it do not count', async () => {
    tree.write('src/a.ts', 'changed')
    tree.write('test/new.test.ts')
    const src = join(tree.folder, 'src')
    const result = await checked({ files: ['a.ts', '../test/new.test.ts'] }, src)
    expect(result.holds).toBe(true)
    expect((await checked({}, src)).unreported.map(({ path }) => path)).toEqual(['src/a.ts'])
  })

  it('[A4.3] is compared with the base', async () => {
    const before = tree.git('rev-parse', 'HEAD').trim()
    tree.write('src/a.ts', 'changed')
    tree.write('src/new.ts')
    tree.commit()
    const files = ['src/a.ts', 'src/new.ts']
    expect((await checked({ files })).claims.map(({ verdict }) => verdict)).toEqual([
      'unchanged',
      'unchanged'
    ])
    const since = await checked({ files }, tree.folder, { base: before })
    expect(since).toMatchObject({ holds: true, base: before, unreported: [] })
    expect((await checked({ files }, tree.folder, { base: 'main~1' })).base).toBe(before)
  })

  it('[A4.3] holds for every file of a repository without commits', async () => {
    const fresh = openWorkTree()
    fresh.write('src/a.ts')
    const result = await checked({ files: ['src/a.ts'] }, fresh.folder)
    fresh.remove()
    expect(result).toMatchObject({ holds: true, base: null })
  })

  it('[A4.3] holds in a second work tree of the repository', async () => {
    const second = join(tree.folder, 'build', 'second')
    tree.git('worktree', 'add', '--quiet', '--detach', second)
    tree.write('build/second/src/a.ts', 'changed')
    expect(await verdicts(['src/a.ts', 'src/b.ts'], second)).toEqual(['modified', 'unchanged'])
  })

  it('[A4.3] is looked up by name, whatever the name', async () => {
    const names = ['-rf', 'a\nb', 'a\tb"c', 'größe.ts', 'ohne\u0308', 'a -> b', '🌍.ts', ' x ']
    for (const name of names) tree.write(name)
    expect(await verdicts(names)).toEqual(names.map(() => 'added'))
    expect(await verdicts(['ohn\u00eb'])).toEqual(['added'])
  })
})

describe('what a report does not name', () => {
  it('[A4.3] is listed, and lets the claims hold', async () => {
    tree.write('src/a.ts', 'changed')
    tree.write('secret.ts')
    tree.write('build/out.js')
    const result = await checked({ files: ['src/a.ts'] })
    expect(result.holds).toBe(true)
    expect(result.unreported).toEqual([{ path: 'secret.ts', change: 'added' }])
  })
})

describe('no answer', () => {
  it.each([
    ['a folder without a repository', () => obstacle({}, tmpdir()), 'not_a_repository'],
    ['no folder', () => obstacle({}, '/no/such/folder'), 'no_folder'],
    ['a file', () => obstacle({}, join(tree.folder, 'src/a.ts')), 'no_folder'],
    ['a base that does not exist', () => obstacle({}, undefined, { base: 'v9' }), 'unknown_base'],
    ['a base that is an option', () => obstacle({}, undefined, { base: '--all' }), 'unknown_base'],
    ['no time', () => obstacle({}, undefined, { timeLimit: 0 }), 'time_limit']
  ])('[A4.3] for %s', async (_, run, expected) => {
    expect(await run()).toBe(expected)
  })

  it('[A4.3] without git', async () => {
    vi.stubEnv('PATH', '/no/such/folder')
    expect(await obstacle({})).toBe('no_git')
  })

  it('[A4.3] without a place for its own files', async () => {
    vi.stubEnv('TMPDIR', '/no/such/folder')
    expect(await obstacle({})).toBe('no_access')
  })

  it('[A4.3] when there is more to list than anybody reads', async () => {
    for (let index = 0; index < 50; index++) tree.write(`many/${'x'.repeat(200)}${index}`)
    expect(await obstacle({}, undefined, { outputLimit: 5000 })).toBe('too_large')
    expect(await obstacle({}, undefined, { outputLimit: 50_000 })).toBe('none')
  })

  it('[A4.3] when a pipe stands where git reads, and then in time', async () => {
    rmSync(join(tree.folder, '.gitignore'))
    execFileSync('mkfifo', [join(tree.folder, '.gitignore')])
    expect(await obstacle({}, undefined, { timeLimit: 1000 })).toBe('time_limit')
  })

  it('[A4.3] leaves nothing behind', async () => {
    const views = () => readdirSync(tmpdir()).filter(name => name.startsWith('turnwise-claims-'))
    const before = views()
    await check({ files: ['src/a.ts'] })
    await check({}, undefined, { timeLimit: 0 })
    expect(views().filter(name => !before.includes(name))).toEqual([])
  })
})

describe('a hostile tree', () => {
  const programs: [name: string, arm: (run: string) => void][] = [
    ['a clean filter', run => tree.git('config', 'filter.x.clean', run)],
    ['a filter process', run => tree.git('config', 'filter.x.process', run)],
    ['a file system monitor', run => tree.git('config', 'core.fsmonitor', run)],
    [
      'settings that are included',
      run => {
        tree.write('.git/more', `[filter "x"]\n\tclean = ${run}\n`)
        tree.git('config', 'include.path', 'more')
      }
    ]
  ]

  const arm = (set: (run: string) => void): string => {
    const marker = join(tree.folder, 'build', 'ran')
    tree.write('build/keep')
    tree.program('build/run', `touch ${marker}; cat`)
    tree.write('.gitattributes', '* filter=x\n')
    set(join(tree.folder, 'build', 'run'))
    tree.write('src/b.ts', 'changed!')
    return marker
  }

  it.each(programs)('[A4.3] does not make us run %s', async (_, set) => {
    const marker = arm(set)
    expect(await verdicts(['src/b.ts', 'src/a.ts'])).toEqual(['modified', 'unchanged'])
    expect(existsSync(marker)).toBe(false)
  })

  it.each(programs)('[A4.3] control: git status runs %s', (_, set) => {
    const marker = arm(set)
    try {
      tree.git('status')
    } catch {
      // A filter that speaks no protocol makes git fail, after it ran.
    }
    expect(existsSync(marker)).toBe(true)
  })

  it('[A4.3] does not make us fetch from where it says', async () => {
    const marker = join(tree.folder, 'build', 'ran')
    tree.write('build/keep')
    tree.program('build/run', `touch ${marker}`)
    tree.git('config', 'core.repositoryformatversion', '1')
    tree.git('config', 'extensions.partialClone', 'origin')
    tree.git('config', 'remote.origin.url', tree.folder)
    tree.git('config', 'remote.origin.promisor', 'true')
    tree.git('config', 'remote.origin.uploadpack', join(tree.folder, 'build', 'run'))
    const blob = tree.git('rev-parse', 'HEAD:src/a.ts').trim()
    rmSync(join(tree.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    tree.write('src/a.ts', 'changed')
    expect(await verdicts(['src/a.ts'])).toEqual(['modified'])
    expect(existsSync(marker)).toBe(false)
    expect(() => tree.git('diff')).toThrow()
    expect(existsSync(marker), 'control: git diff runs it').toBe(true)
  })

  it('[A4.3] does not make us look elsewhere', async () => {
    const elsewhere = openWorkTree()
    elsewhere.write('outside.ts')
    tree.git('config', 'core.worktree', elsewhere.folder)
    expect(tree.git('status', '--porcelain'), 'control').toContain('outside.ts')
    expect(await unreported()).toEqual([])
    elsewhere.remove()
  })

  it('[A4.3] does not point us at another repository through the environment', async () => {
    vi.stubEnv('GIT_DIR', join(tmpdir(), 'nowhere'))
    vi.stubEnv('GIT_INDEX_FILE', join(tmpdir(), 'nowhere'))
    tree.write('src/a.ts', 'changed')
    expect(await verdicts(['src/a.ts'])).toEqual(['modified'])
  })

  it('[A4.3] cannot hide a change from us in its index', async () => {
    tree.git('update-index', '--assume-unchanged', 'src/a.ts')
    tree.git('update-index', '--skip-worktree', 'src/b.ts')
    tree.write('src/a.ts', 'changed')
    tree.write('src/b.ts', 'changed')
    replaceUnseen('src/gone.ts', 'src/GONE.ts')
    expect(await unreported()).toEqual(['src/a.ts', 'src/b.ts', 'src/gone.ts'])
    expect(tree.git('status', '--porcelain'), 'control: git status sees nothing').toBe('')
  })

  it('[A4.3] cannot put another commit in the place of the base', async () => {
    const honest = tree.git('rev-parse', 'HEAD').trim()
    tree.write('src/a.ts', 'changed')
    tree.commit()
    tree.git('replace', honest, tree.git('rev-parse', 'HEAD').trim())
    const result = await checked({ files: ['src/a.ts'] }, undefined, { base: honest })
    expect(result.holds).toBe(true)
    expect(tree.git('diff', '--name-only', honest), 'control').toBe('')
  })

  it('[A4.3] does not lead us through links', async () => {
    symlinkSync('/etc', join(tree.folder, 'link'))
    tree.write('tracked/x.ts')
    tree.commit()
    rmSync(join(tree.folder, 'tracked'), { recursive: true })
    symlinkSync('/etc', join(tree.folder, 'tracked'))
    expect(await verdicts(['link/passwd', 'link/no-such-file', 'tracked/passwd'])).toEqual([
      'nested',
      'nested',
      'nested'
    ])
    expect(await verdicts(['tracked/x.ts'])).toEqual(['deleted'])
    tree.commit()
    const behind = ['link/passwd', 'link/no-such-file', 'link/no/such/file']
    expect(await verdicts(behind)).toEqual(['nested', 'nested', 'nested'])
  })

  it('[A4.3] does not lead us into repositories inside it', async () => {
    tree.write('inner/x.ts')
    execFileSync('git', ['init', '--quiet', join(tree.folder, 'inner')])
    expect(await verdicts(['inner/x.ts', 'src/a.ts'])).toEqual(['nested', 'unchanged'])
    expect(await unreported(['inner'])).toEqual([])
  })

  it('[A4.3] may have a repository that is broken', async () => {
    tree.write('.git/HEAD', 'ref: refs/heads/../../../etc/passwd\n')
    expect(await obstacle({})).toBe('unknown_base')
    tree.write('.git/HEAD', '')
    expect(await obstacle({})).toBe('unknown_base')
    renameSync(join(tree.folder, '.git/HEAD'), join(tree.folder, '.git/OLD'))
    expect(await obstacle({})).toBe('not_a_repository')
  })
})
