// Installs a folder that has a lockfile of its own, when that has changed since it was installed:
//   node scripts/install.mjs benchmarks
// `npm ci` empties node_modules first, so a stamp inside of it cannot outlive what it vouches for.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
const stamp = join(folder, 'node_modules', '.lockfile-installed')
const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  console.error(`Installing what ${folder} needs …`)
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
