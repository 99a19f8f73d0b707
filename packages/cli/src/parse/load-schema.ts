import { extname, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { parseReply, type Schema } from '@turnwise/parse'
import { printableLine } from '../chat/printable.ts'
import { readText, UnreadableText } from '../read-text.ts'

/** Why a schema cannot be used, said in a sentence. */
export class UnusableSchema extends Error {}

const MOST_FAULTS = 20

/**
 * Loads a schema from a file: JSON Schema from `.json`, or the default export of a module, which
 * is any Standard Schema (Zod, ArkType, …) or a JSON Schema.
 *
 * A module is run, as every import is: load only what you would run.
 *
 * @throws UnusableSchema
 */
export async function loadSchema(file: string): Promise<Schema> {
  const found = extname(file) === '.json' ? await readJson(file) : await importDefault(file)
  if (typeof found !== 'boolean' && !isSchemaObject(found)) {
    throw new UnusableSchema(`${file} holds no schema.`)
  }
  // What is wrong with a schema is said whatever is read with it.
  const outcome = parseReply('', { schema: found })
  const issues = outcome.kind === 'parse_error' ? outcome.issues : []
  const faults = issues.filter(({ rule }) => rule === 'schema')
  if (faults.length === 0) return found
  const lines = faults.slice(0, MOST_FAULTS).map(({ message }) => `\n  ${printableLine(message)}`)
  throw new UnusableSchema(`${file} is no schema:${lines.join('')}`)
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(file, new PassThrough()))
  } catch (error) {
    if (error instanceof UnreadableText) throw new UnusableSchema(error.message)
    throw new UnusableSchema(`${file} is not valid JSON: ${messageOf(error)}`)
  }
}

async function importDefault(file: string): Promise<unknown> {
  let module: { default?: unknown }
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
  } catch (error) {
    throw new UnusableSchema(`${file} cannot be imported: ${messageOf(error)}`)
  }
  if (module.default === undefined) throw new UnusableSchema(`${file} has no default export.`)
  return module.default
}

// ArkType's schemas are functions, but not every function is a schema.
function isSchemaObject(found: unknown): found is Exclude<Schema, boolean> {
  if (typeof found === 'function') return '~standard' in found
  return typeof found === 'object' && found !== null && !Array.isArray(found)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
