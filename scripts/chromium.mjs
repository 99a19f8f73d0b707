// Finds the browser that the tests need, and installs Debian's where that is allowed.
// CHROMIUM_PATH names another one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const { CHROMIUM_PATH } = process.env
const runs = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const installed = () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].some(existsSync)

if (CHROMIUM_PATH !== undefined && !existsSync(CHROMIUM_PATH)) {
  console.error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and there is no such file.`)
  process.exit(1)
}
if (CHROMIUM_PATH === undefined && !installed()) {
  const isRoot = process.getuid?.() === 0
  const prefix = isRoot ? [] : ['sudo', '-n']
  const may = runs('apt-get', ['--version']) && (isRoot || runs('sudo', ['-n', 'true']))
  if (may) {
    console.error('Installing Chromium for the browser tests …')
    const apt = args => {
      const [command, ...rest] = [...prefix, 'apt-get', ...args]
      const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 2], env: environment }).status
    }
    apt(['update', '-qq'])
    apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
  if (!installed()) {
    console.error('The browser tests need Chromium. Run: sudo apt-get install -y chromium')
    console.error('or set CHROMIUM_PATH to the program of a Chromium that is there.')
    process.exit(1)
  }
}
