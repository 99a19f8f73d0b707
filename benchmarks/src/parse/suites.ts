import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ObjectSchema, Request } from './reading.ts'

/** The suites, in the order of the rows. */
export const SUITES = [
  'baml',
  'jsonrepair',
  'pyjsonrepair',
  'ai-fixjson',
  'best-effort',
  'langchainjs'
] as const

export type Suite = (typeof SUITES)[number]

export interface Row {
  readonly suite: Suite
  readonly id: string
  readonly kind: string
  readonly input: string
  readonly schema?: ObjectSchema
  readonly expected?: unknown
}

/** Suites whose rows without a schema are broken documents rather than replies. */
const DOCUMENTS: ReadonlySet<Suite> = new Set([
  'jsonrepair',
  'pyjsonrepair',
  'ai-fixjson',
  'best-effort'
])

/** Where the rows are: the folder in `CORPORA`, or the one beside the repository. */
export function corporaFolder(): string {
  return process.env.CORPORA ?? resolve(import.meta.dirname, '../../../../shared/corpora')
}

/** All rows, or undefined where a suite is absent. */
export function readSuites(folder: string): readonly Row[] | undefined {
  const files = SUITES.map(suite => ({ suite, file: join(folder, `${suite}.jsonl`) }))
  if (!files.every(({ file }) => existsSync(file))) return undefined
  return files.flatMap(({ suite, file }) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => ({ ...(JSON.parse(line) as Omit<Row, 'suite'>), suite }))
  )
}

/** How a row is put to a reader. */
export function requestOf({ suite, kind, input, schema }: Row): Request {
  return {
    text: input,
    mode: schema === undefined && DOCUMENTS.has(suite) ? 'document' : 'reply',
    ...(schema === undefined ? {} : { schema }),
    partial: kind === 'schema_partial',
    strict: kind === 'strict_reject'
  }
}
