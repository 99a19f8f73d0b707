// Writes the pages under docs/ that are made from the sources:
//   node --conditions=@turnwise/source scripts/docs.mjs
import { writeFileSync } from 'node:fs'
import { configurationPage } from '../packages/server/src/configuration/configuration-page.ts'

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
