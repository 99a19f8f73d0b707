import type { Writable } from 'node:stream'
import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Sets words apart; returns the text as it is where colour is off. */
export type Paint = (format: Format, text: string) => string

/** Paints for a stream: not for files and pipes, nor where `NO_COLOR` is set. */
export function paintFor(stream: Writable & { isTTY?: boolean }): Paint {
  return (format, text) => (text === '' ? '' : styleText(format, text, { stream }))
}
