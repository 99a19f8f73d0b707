import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A real repository in a folder of its own. */
export interface WorkTree {
  readonly folder: string
  git(...args: string[]): string
  write(path: string, text?: string): void
  /** Makes a program of the shell in the tree. */
  program(path: string, text: string): void
  commit(): void
  remove(): void
}

export function openWorkTree(): WorkTree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'turnwise-tree-')))
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com'
  }
  const tree: WorkTree = {
    folder,
    git: (...args) =>
      execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }),
    write(path, text = path) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    program(path, text) {
      tree.write(path, `#!/bin/sh\n${text}\n`)
      chmodSync(join(folder, path), 0o755)
    },
    commit() {
      tree.git('add', '--all')
      tree.git('commit', '--quiet', '--no-verify', '--message', 'x')
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
  tree.git('init', '--quiet', '--initial-branch', 'main')
  return tree
}
