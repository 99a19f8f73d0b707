import type { Readable, Writable } from 'node:stream'
import { createReplyStream, type Outcome, type Schema } from '@turnwise/parse'
import { readPieces, UnreadableText } from '../read-text.ts'
import { explainLines } from './explain-lines.ts'
import { type Follower, followInJson, followInLines, followNothing } from './follow.ts'
import { loadSchema, UnusableSchema } from './load-schema.ts'
import { outcomeLines } from './outcome-lines.ts'
import { toJson } from './to-json.ts'

export interface ParseCommand {
  /** A path, or `-` for the input. */
  readonly file: string
  /** A file with the schema: `.json`, or a module that exports it as default. */
  readonly schema?: string
  /** True shows where the data stood, and every repair. */
  readonly explain?: boolean
  readonly json?: boolean
  /** True shows the data while the reply arrives. */
  readonly stream?: boolean
  /** True accepts nothing but valid JSON as the whole text. */
  readonly strict?: boolean
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
}

/** The exit codes of `turnwise parse`. */
export const PARSE_EXIT_CODES = {
  structured: 0,
  /** Wrong usage, or a text or schema that cannot be read. */
  unreadable: 2,
  passthrough: 3,
  parse_error: 4
} as const

/** Bytes of a file that are one chunk of a stream; a pipe has chunks of its own. */
const CHUNK = 64

/**
 * Runs `turnwise parse`.
 *
 * @returns the exit code, one of `PARSE_EXIT_CODES`
 */
export async function parseCommand(command: ParseCommand): Promise<number> {
  try {
    const schema = command.schema === undefined ? undefined : await loadSchema(command.schema)
    const { text, outcome } = await follow(command, schema)
    show(command, text, outcome)
    return PARSE_EXIT_CODES[outcome.kind]
  } catch (error) {
    if (!(error instanceof UnreadableText || error instanceof UnusableSchema)) throw error
    command.errors.write(`${error.message}\n`)
    return PARSE_EXIT_CODES.unreadable
  }
}

async function follow(
  { file, input, output, stream = false, json = false, strict = false }: ParseCommand,
  schema: Schema | undefined
): Promise<{ text: string; outcome: Outcome }> {
  const reply = createReplyStream({ strict, ...(schema === undefined ? {} : { schema }) })
  const follower: Follower = stream ? (json ? followInJson : followInLines) : followNothing
  let text = ''
  for await (const chunk of readPieces(file, input, stream ? CHUNK : undefined)) {
    text += chunk
    for (const line of follower(reply.push(chunk), output)) output.write(`${line}\n`)
  }
  return { text, outcome: reply.end() }
}

function show(
  { json, stream, explain, output }: ParseCommand,
  text: string,
  outcome: Outcome
): void {
  if (json) {
    output.write(`${stream ? toJson({ outcome }) : toJson(outcome, 2)}\n`)
    return
  }
  for (const line of outcomeLines(text, outcome, output)) output.write(`${line}\n`)
  if (!explain) return
  for (const line of explainLines(text, outcome, output)) output.write(`${line}\n`)
}
