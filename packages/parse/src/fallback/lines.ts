import type { Span } from '../span.ts'

/** A line without the space around it. */
export interface Line extends Span {
  readonly indent: number
  readonly text: string
}

/** The lines of a part of a text, blank ones too: they end a table. */
export function linesOf(text: string, within: Span): Line[] {
  let next = within.start
  return text
    .slice(within.start, within.end)
    .split('\n')
    .map(line => {
      const said = line.trim()
      const indent = line.length - line.trimStart().length
      const start = next + indent
      next += line.length + 1
      return { indent, start, end: start + said.length, text: said }
    })
}
