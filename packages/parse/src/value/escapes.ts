import { matchEnd } from '../segment/characters.ts'

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

/** What JSON has no escape for, though everybody knows it. */
const NEEDLESS = new Set("'`\n")
/** In text that nobody escaped: the start of a name. A line break is most often one. */
const NAME = /[bf]|[rt]\p{L}|n(?:abla|eq?|u|ot(?:in)?)(?!\p{L})/uy
/** In a path, and in anything without white space, a line break is none. */
const NAME_IN_PATH = /[bf]|[nrt]\p{L}/uy

/** What became of an escape that is not read as JSON reads it. */
type Fate = 'kept' | 'guessed' | 'removed'

/** Is told of an escape at an offset that is read otherwise than JSON does it. */
type Tell = (offset: number, escaped: string, fate: Fate) => void

/**
 * Reads the escapes of a string. The backslash of one that JSON does not know is kept. It
 * shows that nobody escaped the string, so that others are the start of a name as well.
 *
 * @param cutOff true when an escape at the end may have broken off: it is left out
 * @param unescaped true when another string showed that nobody escaped them
 */
export function readEscapes(raw: string, cutOff: boolean, tell?: Tell, unescaped = false): string {
  let value = ''
  let from = 0
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', from)) {
    const escaped = raw.charAt(at + 1)
    const meaning = MEANINGS[escaped]
    if (unescaped || meaning === undefined || NEEDLESS.has(escaped)) {
      return readOddEscapes(raw, cutOff, tell, unescaped)
    }
    value += raw.slice(from, at) + meaning
    from = at + 2
  }
  return value + raw.slice(from)
}

/** Reads them where some are other than a character for a character. */
function readOddEscapes(
  raw: string,
  cutOff: boolean,
  tell: Tell | undefined,
  shown: boolean
): string {
  const isPath = (!shown && !/\s/.test(raw)) || /^[a-z]:\\/i.test(raw)
  let unescaped = shown
  let isOdd = shown
  const read = (tell?: Tell): string =>
    raw.replace(ESCAPE, (written, code, escaped: string, at: number) => {
      if (code) return String.fromCharCode(Number(`0x${code}`))
      const meaning = MEANINGS[escaped]
      if (meaning === undefined) {
        if (cutOff && at + written.length === raw.length) return ''
        unescaped = true
        isOdd = true
        tell?.(at, escaped.charAt(0), 'kept')
        return written
      }
      if (NEEDLESS.has(escaped)) {
        isOdd = true
        tell?.(at, escaped, 'removed')
      }
      if (!unescaped || tell === undefined || !/[bfnrt]/.test(escaped)) return meaning
      const isName = matchEnd(isPath ? NAME_IN_PATH : NAME, raw, at + 1) !== -1
      if (/[nrt]/.test(escaped) && /\p{L}/u.test(raw[at + 2] ?? '')) tell(at, escaped, 'guessed')
      else if (isName) tell(at, escaped, 'kept')
      return isName ? written : meaning
    })
  // Only at the end it is known how to read the start, and whether there is anything to tell.
  const value = read()
  return isOdd && tell !== undefined ? read(tell) : value
}
