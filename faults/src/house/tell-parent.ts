import { writeSync } from 'node:fs'

/**
 * Tells the process that started this one, and has told it when the call returns: what was told
 * stands even if this process is killed in the next instruction.
 */
export const tellParent = (news: Record<string, unknown>): void => {
  writeSync(1, `${JSON.stringify(news)}\n`)
}
