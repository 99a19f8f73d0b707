/**
 * What reads as a Latin letter though compatibility decomposition leaves it alone: letters of
 * other scripts, struck and small-capital letters, a few digits and signs. Only letters that
 * occur in section names matter. The letters of one row are one letter here; `i` and `l` are,
 * because typefaces draw `I`, `l`, `1` and `|` alike.
 */
const LOOKALIKES: readonly (readonly [latin: string, lookalikes: string])[] = [
  ['a', 'аɑαᴀꭺᗅⱥ'],
  ['b', 'ьвʙβᏼᏏƀƃ'],
  ['c', 'сϲᴄꮯⲥꓚȼ¢ƈ'],
  ['d', 'ԁᴅꭰꓒđɖɗ'],
  ['e', 'еєεᴇҽꭼꓰɇ℮3'],
  ['f', 'ғꜰƒꓝϝ'],
  ['h', 'һнʜհꮋꓧħҺΗ'],
  ['k', 'кκᴋⲕꓗƙ'],
  ['l', 'iіıιɩӏɪʟ1|ꙇꭵⲓꓲꓡłɨǀ'],
  ['m', 'мᴍμꮇⲙꓟ'],
  ['n', 'пɴոռηνꓠɲ'],
  ['o', 'оοσᴏօ0ⲟꓳøɵഠ'],
  ['p', 'рρᴘⲣꮲꓑƥ'],
  ['r', 'гʀᴦⲅꭱꓣɍ'],
  ['s', 'ѕꜱʂꮪꓢ5$'],
  ['t', 'тτᴛⲧꭲꓔŧƭ'],
  ['u', 'υцᴜսꓴʉ'],
  ['w', 'ѡԝᴡωшꓪ'],
  ['x', 'хχⲭꓫ×'],
  ['y', 'уүʏγꓬɏУΥ']
]

const LATIN_OF = new Map<string, string>()
for (const [latin, lookalikes] of LOOKALIKES) {
  for (const lookalike of lookalikes) if (!LATIN_OF.has(lookalike)) LATIN_OF.set(lookalike, latin)
}

// Letters drawn in boxes, in discs and as flags: blocks that follow the alphabet.
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]

/**
 * The Latin letters a character reads as: folded in style, marks, script and case.
 *
 * @param character one code point
 * @returns mostly one letter, several for a ligature, none for anything else
 */
export function latinOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  for (const start of ALPHABETS) {
    if (code >= start && code < start + 26) return latinOf(String.fromCharCode(97 + code - start))
  }
  let latin = ''
  for (const part of character.normalize('NFKD')) {
    const lower = part.toLowerCase()
    // Case first: a capital can look like another letter than its small form does.
    const letter = LATIN_OF.get(part) ?? LATIN_OF.get(lower) ?? lower
    if (letter >= 'a' && letter <= 'z' && letter.length === 1) latin += letter
  }
  return latin
}

/** The skeleton of a section name: its letters, folded like any other text. */
export function skeletonOf(name: string): string {
  return Array.from(name, latinOf).join('')
}
