// Builds the web app when anything it is made of has changed, and does nothing otherwise.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'apps', 'web', 'dist')
const stamp = join(dist, '.built-from')
const sources = [
  'package-lock.json',
  'apps/web/index.html',
  'apps/web/playground.html',
  'apps/web/vite.config.ts',
  'apps/web/public',
  'apps/web/src',
  'packages/client/src',
  'packages/parse/src',
  'packages/schema/src'
]

/** Every file of a folder, or the file itself. */
const filesOf = path =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap(name => filesOf(`${path}/${name}`))
    : [path]

const hash = createHash('sha256')
for (const path of sources.flatMap(filesOf).sort()) {
  hash
    .update(path)
    .update('\0')
    .update(readFileSync(join(root, path)))
}
const wanted = hash.digest('hex')
const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (wanted !== built) {
  console.error('Building the web app …')
  const node = join(root, 'node_modules', '.bin', 'node')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, error } = spawnSync(node, [vite, 'build', '--logLevel', 'warn', 'apps/web'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32'
  })
  if (status !== 0) {
    console.error(`The web app could not be built${error ? `: ${error.message}` : '.'}`)
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, wanted)
}
