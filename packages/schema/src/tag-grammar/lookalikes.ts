/**
 * What reads as a Latin letter though compatibility decomposition leaves it alone: letters of
 * other scripts, struck and small-capital letters, a few digits and signs. Only letters that
 * occur in section names matter. The letters of one row are one letter here; `i` and `l` are,
 * because typefaces draw `I`, `l`, `1` and `|` alike. Scripts written from the right are left
 * out: among Latin letters they do not read as one word.
 *
 * @see https://www.unicode.org/reports/tr39/
 */
const LOOKALIKES: readonly (readonly [latin: string, lookalikes: string])[] = [
  ['a', 'аɑαᴀꭺᗅⱥ⍺ꓮ𖽀𐊠'],
  ['b', 'ьвʙβᏼᏏƀƃƄᖯꞴᗷꓐ𐊂𐊡𐌁'],
  ['c', 'сϲϹςᴄꮯⲥꓚȼ¢ƈ𐐽🝌𑣲𑣩𐊢𐌂𐐕𐔜'],
  ['d', 'ԁᴅꭰꓒđɖɗᏧᑯᗞᗪꓓ'],
  ['e', 'еєεᴇҽꭼꓰɇ℮3ꬲ⋿ⴹ𑢦𑢮𐊆'],
  ['f', 'ғꜰƒꓝϝꬵꞙք𝈓Ꞙᖴ𑣂𑢢𐊇𐊥𐔥'],
  ['h', 'һнʜհꮋꓧħҺΗᏂⲎᕼ𐋏'],
  ['k', 'кκᴋⲕꓗƙᏦᛕ𐔘'],
  ['l', 'iіıιɩӏɪʟ1|ꙇꭵⲓꓲꓡłɨǀ⍳𑣃∣⏽│￨𐌠ⵏᛁ𖼨𐊊𐌉𝈪ⳐᏞᒪ𖼖𑢣𑢲𐐛𐔦'],
  ['m', 'мᴍμꮇⲙꓟϺᗰᛖ𐊰𐌑'],
  ['n', 'пɴոռηνꓠɲⲚ𐔓'],
  ['o', 'оοσᴏօ0ⲟꓳøɵഠ०੦૦௦౦೦൦๐໐၀ᴑꬽჿဝ𐓪𑣈𑣗𐐬০୦〇𑓐𑣠ⵔዐଠ𐓂𑢵𐊒𐊫𐐄𐔖'],
  ['p', 'рρᴘⲣꮲꓑƥ⍴ᑭ𐊕'],
  ['r', 'гʀᴦⲅꭱꓣɍꭇꭈꮁ𝈖Ꮢ𐒴ᖇ𖼵'],
  ['s', 'ѕꜱʂꮪꓢ5$ƽ𑣁𐑈ՏᏕ𖼺𐊖𐐠'],
  ['t', 'тτᴛⲧꭲꓔŧƭ⊤⟙🝨𖼊𑢼𐊗𐊱𐌕'],
  ['u', 'υцᴜսꓴʉꞟꭎꭒʋ𐓶𑣘∪⋃ሀ𐓎ᑌ𖽂𑢸'],
  ['w', 'ѡԝᴡωшꓪɯա𑜊𑜎𑜏ꮃ𑣯𑣦ᎳᏔ'],
  ['x', 'хχⲭꓫ×᙮⤫⤬⨯ᕁᕽ᙭╳𐌢𑣬Ꭓⵝᚷ𐊐𐊴𐌗𐔧'],
  ['y', 'уүʏγꓬɏУΥɣᶌỿꭚყ𑣜ⲨᎩᎽ𖽃𑢤𐊲']
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
  const whole = LATIN_OF.get(character)
  if (whole !== undefined) return whole
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
