// Finds the browser that the tests need, and installs Debian's where that is allowed.
// CHROMIUM_PATH names another one.
import { existsSync } from 'node:fs'
import { installPackage } from './debian-package.mjs'

const { CHROMIUM_PATH } = process.env
const installed = () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].some(existsSync)

if (CHROMIUM_PATH !== undefined && !existsSync(CHROMIUM_PATH)) {
  console.error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and there is no such file.`)
  process.exit(1)
}
if (CHROMIUM_PATH === undefined && !installed()) {
  installPackage('chromium')
  if (!installed()) {
    console.error('The browser tests need Chromium. Run: sudo apt-get install -y chromium')
    console.error('or set CHROMIUM_PATH to the program of a Chromium that is there.')
    process.exit(1)
  }
}
