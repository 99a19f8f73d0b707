const ESCAPE = /\\(?:u([\da-fA-F]{4})|(u[\da-fA-F]{0,3}$|.?))/gs

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
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (written, code, escaped, at: number) => {
    if (code) return String.fromCharCode(Number(`0x${code}`))
    const meaning = MEANINGS[escaped]
    if (meaning !== undefined) return meaning
    if (cutOff && at + written.length === raw.length) return ''
    kept?.(at, escaped.charAt(0))
    return written
  })
}
