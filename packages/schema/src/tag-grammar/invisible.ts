/**
 * Removes what nobody can see from a text: control characters (tab and line breaks stay), bidi
 * controls, zero-width characters, soft hyphens, Unicode tag characters, stray variation selectors.
 *
 * What writing systems need stays: joiners inside emoji and between letters of joining scripts,
 * variation selectors on a base that takes them, the tags of a subdivision flag. A second run
 * changes nothing.
 */
export function stripInvisible(text: string): string {
  if (!BEYOND_PLAIN.test(text)) return text
  const pieces: string[] = []
  let copied = 0
  for (const match of text.matchAll(INVISIBLE)) {
    const at = match.index
    // What stands before is what is kept, so that a run of joiners cannot vouch for itself.
    const before =
      at > copied ? text.slice(Math.max(copied, at - 2), at) : (pieces.at(-1)?.slice(-2) ?? '')
    const after = text.slice(at + match[0].length, at + match[0].length + 2)
    if (at > copied) pieces.push(text.slice(copied, at))
    if (isNeeded(match[0], before, after)) pieces.push(match[0])
    copied = at + match[0].length
  }
  if (copied === 0) return text
  pieces.push(text.slice(copied))
  return pieces.join('')
}

// Most text is plain ASCII, of which every character is to be seen.
const BEYOND_PLAIN = /[^\t\n\r -~]/

// The tags of a flag are taken whole: they count only as a complete sequence behind its banner.
const FLAG_TAGS =
  '(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}'
// Malayalam writes both joiners in a row.
const JOINER_PAIR = '\\u200D\\u200C'
const CONTROL = '(?![\\t\\n\\r])\\p{Cc}'
const FORMAT = '(?=\\p{Cf})\\p{Default_Ignorable_Code_Point}'
const SELECTOR_OR_SPECIAL = '[\\u{2065}\\u{FE00}-\\u{FE0F}\\u{FFF0}-\\u{FFFB}\\u{E0000}-\\u{E0FFF}]'
const INVISIBLE = new RegExp(
  [FLAG_TAGS, JOINER_PAIR, CONTROL, FORMAT, SELECTOR_OR_SPECIAL].join('|'),
  'gu'
)

const JOINING_SCRIPT =
  'Arabic|Syriac|Mandaic|Nko|Mongolian|Phags_Pa|Adlam|Hanifi_Rohingya|Sogdian|' +
  'Devanagari|Bengali|Gurmukhi|Gujarati|Oriya|Tamil|Telugu|Kannada|Malayalam|Sinhala|' +
  'Khmer|Myanmar|Tibetan|Balinese|Javanese|Newa|Grantha|Limbu|Lepcha|Thai|Lao'
const JOINING = `[${JOINING_SCRIPT.split('|')
  .map(script => `\\p{Script=${script}}`)
  .join('')}]`
const JOINING_BEFORE = new RegExp(`(?=[\\p{L}\\p{M}])${JOINING}$`, 'u')
const JOINING_AFTER = new RegExp(`^(?=[\\p{L}\\p{M}])${JOINING}`, 'u')

const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u

function isNeeded(invisible: string, before: string, after: string): boolean {
  const code = invisible.codePointAt(0) ?? 0
  if (invisible.length > 2) return true
  if (code === 0x200d && EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) return true
  if (code === 0x200c || code === 0x200d || code === 0x180e) {
    return JOINING_BEFORE.test(before) && JOINING_AFTER.test(after)
  }
  if (code === 0xfe0e || code === 0xfe0f) return /\p{Emoji}$/u.test(before)
  if (code >= 0xfe00 && code <= 0xfe0d) return /[^\p{ASCII}\p{M}\p{C}\p{Z}]$/u.test(before)
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{Ideographic}$/u.test(before)
  return false
}
