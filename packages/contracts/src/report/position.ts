/** Says in which line and column an offset lies, both counted from 1, columns in UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: offset - start + 1 }
}
