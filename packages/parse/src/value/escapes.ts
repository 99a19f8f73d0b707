import { matchEnd } from '../segment/characters.ts'

const CODE = /u[\da-fA-F]{4}/y
const CUT_CODE = /u[\da-fA-F]{0,3}$/y

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
 * @param shown true when another string showed that nobody escaped them
 */
export function readEscapes(raw: string, cutOff: boolean, tell?: Tell, shown = false): string {
  if (!raw.includes('\\')) return raw
  let unescaped = shown
  let isOdd = shown
  const read = (tell?: Tell): string => {
    const isPath = tell && ((!shown && !/\s/.test(raw)) || /^[a-z]:\\/i.test(raw))
    let value = ''
    /** Up to here, it is in the value already. */
    let from = 0
    for (let at = raw.indexOf('\\'), next = 0; at !== -1; at = raw.indexOf('\\', next)) {
      const escaped = raw.charAt(at + 1)
      const code = escaped === 'u' ? matchEnd(CODE, raw, at + 1) : -1
      next = Math.max(code, at + 2)
      const meaning =
        code === -1
          ? MEANINGS[escaped]
          : String.fromCharCode(Number(`0x${raw.slice(at + 2, code)}`))
      if (meaning === undefined) {
        if (cutOff && (next >= raw.length || matchEnd(CUT_CODE, raw, at + 1) !== -1)) {
          return value + raw.slice(from, at)
        }
        unescaped = isOdd = true
        tell?.(at, escaped, 'kept')
        continue
      }
      if (NEEDLESS.has(escaped)) {
        isOdd = true
        tell?.(at, escaped, 'removed')
      }
      if (unescaped && tell !== undefined && /[bfnrt]/.test(escaped)) {
        const isName = matchEnd(isPath ? NAME_IN_PATH : NAME, raw, at + 1) !== -1
        if (/[nrt]/.test(escaped) && /\p{L}/u.test(raw[at + 2] ?? '')) tell(at, escaped, 'guessed')
        else if (isName) tell(at, escaped, 'kept')
        if (isName) continue
      }
      value += raw.slice(from, at) + meaning
      from = next
    }
    return value + raw.slice(from)
  }
  // Only at the end it is known how to read the start, and whether there is anything to tell.
  const value = read()
  return isOdd && tell !== undefined ? read(tell) : value
}
