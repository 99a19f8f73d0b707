import { readFileSync } from 'node:fs'

/** The package's version; its manifest stands beside both the sources and the build. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
).version
