// Everything a terminal obeys instead of showing, and what turns the direction of a line around.
const OBEYED = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Takes out of foreign text what a terminal would obey: an agent could otherwise move the cursor,
 * rename the window or hide what was said. Line breaks and tabs stay.
 */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(OBEYED, '')

/** The same on one line. */
export const printableLine = (text: string): string =>
  printable(text).replaceAll(/\s+/g, ' ').trim()
