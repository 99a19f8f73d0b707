import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prose } from './prose.ts'

/** Characters of a reply. */
export const REPLY_LENGTH = 1024

/** A message with this mark is written down by the agent, as a far side would. */
export const COUNTED = '#counted'

/** A message with this mark kills the process the moment it is answered, the first time. */
export const FATAL = '#fatal'

/** The agent that answers at once. */
export class InstantAgent {
  readonly #log: string
  #calls = 0

  constructor(folder: string) {
    this.#log = logIn(folder)
  }

  answer(message: string): string {
    this.#calls += 1
    const text = prose(this.#calls, REPLY_LENGTH)
    if (!message.includes(COUNTED)) return text
    const first = linesOf(this.#log).length === 0
    appendFileSync(this.#log, `${text}\n`)
    if (first && message.includes(FATAL)) process.kill(process.pid, 'SIGKILL')
    return text
  }

  /** What it said to the last counted message, also when that was in an earlier process. */
  lastCounted(): string | undefined {
    return linesOf(this.#log).at(-1)
  }
}

/** How many counted messages have reached the agent. */
export function countedCalls(folder: string): number {
  return linesOf(logIn(folder)).length
}

function logIn(folder: string): string {
  return join(folder, 'agent.log')
}

function linesOf(log: string): readonly string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
}
