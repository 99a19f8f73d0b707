// Installs the peers when their lockfile has changed since they were installed. `npm ci` empties
// node_modules first, so a stamp inside of it cannot outlive what it vouches for.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const stamp = join(folder, 'node_modules', '.lockfile-installed')
const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  console.error('Installing the peers …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32'
  })
  if (status !== 0) {
    console.error(`npm ci failed in ${folder}${error ? `: ${error.message}` : ''}.`)
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, lockfile)
}
