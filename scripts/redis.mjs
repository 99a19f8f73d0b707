// Finds the Redis server that tests, faults and examples start for themselves, and installs Debian's
// where that is allowed. Where REDIS_URL names one, the tests of the store do without.
import { spawnSync } from 'node:child_process'
import { installPackage } from './debian-package.mjs'

const installed = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

if (!installed()) {
  installPackage('redis-server')
  if (!installed()) {
    console.error('There is no redis-server. Run: sudo apt-get install -y redis-server')
    if (process.env.REDIS_URL === undefined) process.exit(1)
  }
}
