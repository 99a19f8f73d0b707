/**
 * The sections a query can hold, by the name their tags carry.
 *
 * Every name is reserved from the first day, whether or not a format writes it yet: text that
 * spells one of them is neutralised today, so a later format opens no hole in stored data.
 */
export const SECTION_NAMES = [
  'CONTEXT',
  'USER INPUT',
  'WORKFLOW_CONTEXT',
  'MEMORY',
  'HISTORY',
  'CONTRACT',
  'CONSTRAINTS',
  'COLLECTED DATA',
  'ALLOWED ACTIONS',
  'CARD SUBMIT',
  'CORRECTION'
] as const

/** The name of a section of a query. */
export type SectionName = (typeof SECTION_NAMES)[number]

const NONCE = /^[0-9A-Za-z]{1,64}$/

/** Says whether `text` can stand as a nonce in a tag: 1 to 64 ASCII letters and digits. */
export function isNonce(text: string): boolean {
  return NONCE.test(text)
}

/** @throws RangeError when it could not stand in a tag */
export function checkedNonce(nonce: string | null): string | null {
  if (nonce === null || isNonce(nonce)) return nonce
  throw new RangeError('A nonce is 1 to 64 ASCII letters and digits')
}

/** The tag that opens a section. */
export function openingTag(name: SectionName, nonce: string | null): string {
  return nonce === null ? `[${name}]` : `[${name} ${nonce}]`
}

/** The tag that closes a section. */
export function closingTag(name: SectionName, nonce: string | null): string {
  return nonce === null ? `[/${name}]` : `[/${name} ${nonce}]`
}

/**
 * Writes one section: the opening tag, the body and the closing tag, each on lines of its own.
 *
 * The body is placed as it is. Text from outside goes through `neutralise` first.
 *
 * @param nonce the random mark that outsiders cannot guess; without it the tags are literal
 * @throws RangeError when the nonce is not 1 to 64 ASCII letters and digits
 * @see design: what the agent is told, "No forging"
 */
export function writeSection(name: SectionName, body: string, nonce?: string): string {
  const mark = checkedNonce(nonce ?? null)
  return [openingTag(name, mark), body, closingTag(name, mark)].join('\n')
}
