const CODE = /^u[\da-f]{4}$/i
/** An escape that the end of the text may have broken off. */
const CUT_OFF = /^(?:u[\da-f]{0,3}|[^u]?)$/is

const MEANINGS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
  "'": "'",
  '`': '`',
  '\n': '\n'
}

/**
 * Reads the escapes of a string. The backslash of one that JSON does not know is kept.
 *
 * @param cutOff true when an escape at the end may have broken off: it is left out
 * @param kept is told of each escape that was kept
 */
export function readEscapes(
  raw: string,
  cutOff: boolean,
  kept?: (offset: number, escaped: string) => void
): string {
  let read = ''
  let from = 0
  for (let at = raw.indexOf('\\'), next = 0; at !== -1; at = raw.indexOf('\\', next)) {
    const code = raw.slice(at + 1, at + 6)
    const escaped = code.charAt(0)
    const isCode = escaped === 'u' && CODE.test(code)
    const meaning = isCode ? String.fromCharCode(Number(`0x${code.slice(1)}`)) : MEANINGS[escaped]
    next = at + (isCode ? 6 : 2)
    if (meaning !== undefined) {
      read += raw.slice(from, at) + meaning
      from = next
    } else if (cutOff && CUT_OFF.test(code)) return read + raw.slice(from, at)
    else kept?.(at, escaped)
  }
  return read + raw.slice(from)
}
