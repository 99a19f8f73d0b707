// Finds the Redis server that the tests start for themselves, and installs Debian's where that is
// allowed. With REDIS_URL the tests use that server, and no program is needed.
import { spawnSync } from 'node:child_process'
import { installPackage } from './debian-package.mjs'

const installed = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

if (process.env.REDIS_URL === undefined && !installed()) {
  installPackage('redis-server')
  if (!installed()) {
    console.error(
      'The tests of the Redis store need a server. Run: sudo apt-get install -y redis-server'
    )
    console.error('or set REDIS_URL to one that may be filled and emptied.')
    process.exit(1)
  }
}
