import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** More than anything that is read here may have. */
const MOST_BYTES = 16 << 20

/** A text that cannot be read, said in a sentence. */
export class UnreadableText extends Error {}

/**
 * Reads a text piece by piece as it arrives, decoded as UTF-8 and without a byte order mark.
 *
 * @param file a path, or `-` for the standard input
 * @param pieceSize bytes of a file in one piece
 * @throws UnreadableText when there is no such file, or it has more than 16 MiB
 */
export async function* readPieces(
  file: string,
  standardInput: Readable,
  pieceSize = 65_536
): AsyncGenerator<string> {
  const input = file === '-' ? standardInput : await openFile(file, pieceSize)
  const decoder = new TextDecoder()
  let size = 0
  try {
    for await (const piece of input) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer)
      size += bytes.length
      if (size > MOST_BYTES) throw new UnreadableText(`${nameOf(file)} has more than 16 MiB.`)
      yield decoder.decode(bytes, { stream: true })
    }
  } catch (error) {
    if (error instanceof UnreadableText) throw error
    throw new UnreadableText(`${nameOf(file)} cannot be read: ${reasonOf(error)}`)
  }
  yield decoder.decode()
}

/** Reads a whole text; see `readPieces`. */
export async function readText(file: string, standardInput: Readable): Promise<string> {
  let text = ''
  for await (const piece of readPieces(file, standardInput)) text += piece
  return text
}

async function openFile(file: string, pieceSize: number): Promise<Readable> {
  const found = await stat(file).catch((error: unknown) => {
    throw new UnreadableText(`${file} cannot be read: ${reasonOf(error)}`)
  })
  if (found.isDirectory()) throw new UnreadableText(`${file} is a folder.`)
  return createReadStream(file, { highWaterMark: pieceSize })
}

const nameOf = (file: string): string => (file === '-' ? 'The standard input' : file)

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  return code === 'EACCES' ? 'it may not be opened.' : message
}
