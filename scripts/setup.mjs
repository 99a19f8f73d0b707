// Makes a fresh clone ready: installs dependencies when the lockfile or the kind of machine has changed,
// and does nothing otherwise. Plain JavaScript for Node 20 and newer,
// because it runs before the project's own Node 24 is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.cache', 'turnwise-setup')

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Turnwise needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (wanted !== installed) {
  console.error('Installing dependencies …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32'
  })
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ''}. Run it by hand to see why.`)
    process.exit(status ?? 1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}
