// Writes the pages under docs/ that are made from the sources:
//   node --conditions=@turnwise/source scripts/docs.mjs
import { writeFileSync } from 'node:fs'
import { configurationPage } from '../packages/server/src/configuration/configuration-page.ts'
import { repairsPage } from './repairs-page.ts'

const docs = new URL('../docs/', import.meta.url)
writeFileSync(new URL('configuration.md', docs), configurationPage())
writeFileSync(new URL('repairs.md', docs), repairsPage())
