import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Style, styled } from './style.ts'

export type Streams = {
  input: Readable & { isTTY?: boolean }
  output: Writable & { isTTY?: boolean }
  /** False where `NO_COLOR` is set. */
  colour: boolean
}

/** Where the chat writes, and where it asks. */
export type Screen = {
  style: Style
  /** A person can answer a question that no script foresaw. */
  interactive: boolean
  /** Writes as it is. */
  write: (text: string) => void
  line: (text?: string) => void
  /** The next line of input, or null when there is none any more. */
  ask: (prompt: string) => Promise<string | null>
  /** Calls `interrupt` instead of ending the process at Ctrl-C. */
  onInterrupt: (interrupt: () => void) => void
  close: () => void
}

/**
 * Opens a screen on two streams.
 *
 * Lines that arrive before they are asked for are kept, so that a script can be piped in.
 */
export function openScreen({ input, output, colour }: Streams): Screen {
  const interactive = input.isTTY === true && output.isTTY === true
  const reader = createInterface({ input, output: interactive ? output : undefined })
  const lines = reader[Symbol.asyncIterator]()
  let ended = false
  reader.once('close', () => {
    ended = true
  })
  const write = (text: string): void => {
    output.write(text)
  }
  return {
    style: styled(colour && output.isTTY === true),
    interactive,
    write,
    line: (text = '') => write(`${text}\n`),
    async ask(prompt) {
      if (interactive && !ended) {
        reader.setPrompt(prompt)
        reader.prompt()
      } else write(prompt)
      const { done, value } = await lines.next()
      if (!interactive) write(done ? '\n' : `${value}\n`)
      return done ? null : value
    },
    onInterrupt: interrupt => {
      reader.on('SIGINT', interrupt)
    },
    close: () => reader.close()
  }
}
