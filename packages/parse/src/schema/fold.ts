/** What is longer is no name of anything. */
const LONGEST = 4096

/** The same key is held against the names of many shapes, one after the other. */
let last = { text: '', folded: '' }

/**
 * Reduces a name to what survives being retyped by an agent: no case, accents,
 * punctuation or spaces. What stands between digits, and a sign before or behind, tells
 * 1.0 from 10, -1 from 1 and A+ from A. Text without letters or digits folds to itself.
 */
export function fold(text: string): string {
  if (text.length > LONGEST) return text
  if (text !== last.text) last = { text, folded: folded(text) }
  return last.folded
}

function folded(text: string): string {
  const folded = soften(text)
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, marksKept)
  return /[\p{L}\p{N}]/u.test(folded) ? folded : text.trim()
}

function marksKept(marks: string, at: number, text: string): string {
  const [before = '', after = ''] = [text[at - 1], text[at + marks.length]]
  if (after === '') return /^[-+#]*/.exec(marks)?.[0] ?? ''
  if (!/\d/.test(after)) return ''
  if (/\d/.test(before)) return '.'
  return (before === '' && /(?:-|[<>≤≥]=?)(?=\s*$)/.exec(marks)?.[0]) || ''
}

/** Case and accents gone, spaces and punctuation kept. */
export function soften(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
