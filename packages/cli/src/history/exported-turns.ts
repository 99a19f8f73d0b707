import type { Readable } from 'node:stream'
import { readPieces, UnreadableText } from '../read-text.ts'
import type { StoredTurn } from './turns-of.ts'

/**
 * Reads what `history export` has written, line by line.
 *
 * @throws UnreadableText when a line is not a turn
 */
export async function* exportedTurns(file: string, input: Readable): AsyncGenerator<StoredTurn> {
  let rest = ''
  let number = 0
  for await (const piece of readPieces(file, input)) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield turnIn(line, ++number, file)
  }
  if (rest.trim() !== '') yield turnIn(rest, number + 1, file)
}

const turnIn = (line: string, number: number, file: string): StoredTurn => {
  try {
    const { entry, ...head } = JSON.parse(line)
    if (Number.isInteger(entry.turn) && typeof head.workflow.id === 'string') return { head, entry }
  } catch {
    // Said below, with the place.
  }
  throw new UnreadableText(`Line ${number} of ${file} is not a turn of an exported history.`)
}
