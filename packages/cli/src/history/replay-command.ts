import { stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import {
  type Entry,
  isTurnwiseError,
  type ReplayedTurn,
  replay,
  type Workflow,
  withSchema
} from '@turnwise/engine'
import { loadSchema, UnusableSchema } from '../parse/load-schema.ts'
import { UnreadableText } from '../read-text.ts'
import { findWorkflow } from '../workflow/load-workflow.ts'
import { exportedTurns } from './exported-turns.ts'
import { replayLines } from './replay-lines.ts'
import { type StoredTurn, turnsOf, UnreachableHistory } from './turns-of.ts'

export interface ReplayCommand {
  /** Id of a conversation, or a file made by `history export`; `-` is the input. */
  readonly history: string
  /** A file, or the id of a workflow in `folder`; the one of the conversation when absent. */
  readonly workflow?: string
  /** A file with another schema of what is collected. */
  readonly schema?: string
  /** Where workflow files are. */
  readonly folder: string
  readonly url: string
  readonly json?: boolean
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
}

/** The exit codes of `turnwise replay`. */
export const REPLAY_EXIT_CODES = {
  same: 0,
  /** Wrong usage, or a history, workflow or schema that cannot be had. */
  unreadable: 2,
  changed: 3
} as const

/** What cannot be replayed, said in a sentence. */
class Unreplayable extends Error {}

/**
 * Runs `turnwise replay`: reads the stored replies of a conversation again, with today's parser and
 * another schema or workflow, and prints what would have changed. No agent is asked.
 *
 * @returns the exit code, one of `REPLAY_EXIT_CODES`
 */
export async function replayCommand(command: ReplayCommand): Promise<number> {
  const { output, errors, json } = command
  try {
    let changed = false
    for await (const turn of replayed(command)) {
      changed ||= turn.verdict !== 'same' && turn.verdict !== 'kept'
      if (json) output.write(`${JSON.stringify(turn)}\n`)
      else for (const line of replayLines(turn, output)) output.write(`${line}\n`)
    }
    return changed ? REPLAY_EXIT_CODES.changed : REPLAY_EXIT_CODES.same
  } catch (error) {
    if (!isPlanned(error)) throw error
    errors.write(`${error.message}\n`)
    return REPLAY_EXIT_CODES.unreadable
  }
}

async function* replayed(command: ReplayCommand): AsyncGenerator<ReplayedTurn> {
  const turns = await historyOf(command)
  const first = await turns.next()
  if (first.done) throw new Unreplayable('There is no turn to replay.')
  const workflow = await workflowFor(command, first.value.head.workflow.id)
  const entries = async function* (): AsyncGenerator<Entry> {
    yield first.value.entry
    for await (const { entry } of turns) yield entry
  }
  yield* replay(entries(), { workflow })
}

async function historyOf({
  history,
  url,
  input
}: ReplayCommand): Promise<AsyncGenerator<StoredTurn>> {
  const isFile = history === '-' || (await stat(history).catch(() => null))?.isFile() === true
  return isFile ? exportedTurns(history, input) : turnsOf(url, history)
}

async function workflowFor(
  { workflow, schema, folder }: ReplayCommand,
  id: string
): Promise<Workflow> {
  const found = await findWorkflow(workflow ?? id, folder)
  if (!found.ok) throw new Unreplayable(found.problem)
  return schema === undefined
    ? found.workflow
    : withSchema(found.workflow, await loadSchema(schema))
}

const isPlanned = (error: unknown): error is Error =>
  error instanceof Unreplayable ||
  error instanceof UnreachableHistory ||
  error instanceof UnreadableText ||
  error instanceof UnusableSchema ||
  isTurnwiseError(error)
