import type { StringNode } from './node.ts'
import type { Reading } from './reading.ts'

/**
 * Reads a string whose quotes are escaped once more than JSON does it, as in
 * `{\"name\": \"Ann\"}`: what a document looks like after it was made a string.
 */
export function readEscapedText(reading: Reading, start: number): StringNode {
  const { text, limit } = reading
  let at = start + 2
  let written = ''
  let end = limit
  let complete = false
  while (at < limit) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char === '"' || (char === '\\' && next === '"')) {
      end = at + (char === '"' ? 1 : 2)
      complete = true
      break
    }
    if (char === '\\' && next === '\\') {
      written += '\\'
      at += 2
      // Three backslashes and a quote were an escaped quote before.
      if (text[at] === '\\' && text[at + 1] === '"') {
        written += '"'
        at += 2
      } else if (at < limit) written += text[at++]
    } else {
      written += char
      at++
    }
  }
  reading.repair('escapes_removed', start, start + 2, '"')
  if (!complete) reading.truncate(limit)
  return { kind: 'string', start, end, value: unescaped(written), quoted: true, complete }
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written.replaceAll('\n', '\\n')}"`))
  } catch {
    return written
  }
}
