/**
 * Takes unsafe links in Markdown apart with a space; everything else stays byte-equal.
 *
 * `[label](unsafe)` becomes `[label] (unsafe)`, a definition `[label] : unsafe`, an autolink
 * `< unsafe>`: text that every reading of Markdown shows and none follows. A destination is taken
 * at its longest, so that no reading finds another host behind the one that was looked at.
 *
 * @param isSafe says whether a destination of at most 2,048 characters may stay
 */
export function disarmLinks(text: string, isSafe: (destination: string) => boolean): string {
  const apart = (open: string) => (link: string, before: string, destination: string) => {
    // One that holds a link itself would change when that one is taken apart.
    const isWhole = !destination.includes('](')
    return isWhole && isSafe(destination.replace(/^</, '')) ? link : `${before} ${open}`
  }
  return text
    .replace(INLINE_LINK, apart('('))
    .replace(DEFINITION, apart(':'))
    .replace(AUTOLINK, apart(''))
}

// Destinations are looked at and not consumed: the next link may stand inside of one. Only the
// white space of ASCII ends one; between `<` and `>` not even that. What is longer than any safe
// link is not read to its end, which keeps the time linear.
const WITHIN_ANGLES = '<[^<>\\n]{0,2049}'
const BARE = '[^ \\t\\n\\r\\f\\v]{0,2049}'
const BARE_INSIDE = '[^ \\t\\n\\r\\f\\v)]{0,2049}'
const INLINE_LINK = new RegExp(
  `(\\])\\((?=[ \\t\\n\\r\\f\\v]*(${WITHIN_ANGLES}|${BARE_INSIDE}))`,
  'g'
)
// A definition without `:` or `&` has no scheme, whoever decodes it.
const LABEL_OF_LINE = '^([ \\t>*+\\-\\d.)]*\\[(?:\\\\[^]|[^[\\]\\\\]){1,999}\\])'
const DEFINITION = new RegExp(
  `${LABEL_OF_LINE}:(?=(?:[ \\t]*\\r?\\n)?[ \\t]*(?=\\S*[:&])(${WITHIN_ANGLES}|${BARE}))`,
  'gm'
)
const AUTOLINK = /(<)(?=([a-z][a-z0-9+.-]{1,31}:[^ \t\n\r\f\v<>]*)>)/gi
