/** A place in a text as editors count it: both from 1, columns in UTF-16 units. */
export type Position = { readonly line: number; readonly column: number }

export function positionAt(text: string, at: number): Position {
  let line = 1
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= at) return { line, column: at - start + 1 }
    line++
    start = end + 1
  }
}
