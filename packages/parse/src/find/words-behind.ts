import { REACH } from './words-before.ts'

/** How far behind data its correction may end. */
const REACH_OF_CORRECTION = 300

/** What is taken back by the words behind it: the subject, what is said of it, and a noun for it. */
const TAKEN_BACK =
  /^(\W*(?:(?:no|wait|oops|sorry|hm+)\b\W*)?)([^.!?:;\n{}[\]]{0,80}?)(?:(?:\b(?:is|was|are|were|been)|['’]s)\s+(?:\w+ly |just |only |now |still )?(?:wrong|incorrect|invalid|outdated|mistaken|rejected|not (?:right|valid|correct)|an? (example|sample|placeholder|draft|mistake))|\b(?:fails|failed|rejected(?: th(?:is|at)| it)?|did(?:n['’]t| not) (?:validate|pass|fit|work)))\b/i

/** What can only mean the data before it. */
const POINTS_BACK = /^(?:this|that|it|these|those|which)\b|\babove\b|\bthere\b|\brejected \w/i

/**
 * Reads the words behind data: where those end that take it back.
 *
 * @param next where other data begins
 * @returns the end of what cannot be said of that other data, or undefined when nothing is taken back
 */
export function takenBackUpTo(text: string, end: number, next?: number): number | undefined {
  const behind = text.slice(end, Math.min(next ?? text.length, end + REACH))
  const [said = '', lead = '', subject = '', noun] = TAKEN_BACK.exec(behind) ?? []
  if (said === '') return undefined
  const clause = said.slice(lead.length)
  const after = behind.slice(said.length)
  // "This is an example:" speaks of what comes.
  if (noun && /:\W*$/.test(after) && !/above|there/i.test(subject)) return undefined
  // What may be wrong is not, and what is an example of the matter is none of the form.
  if (/\b(?:if|nothing)\b/i.test(subject)) return undefined
  if (/^ (?:to|of (?:how|why|what))\b/.test(after)) return undefined
  // "Rejected alternatives:" is a heading.
  if (/^\W*rejected$/i.test(said) && /^(?: \w+)?:\W*$/.test(after)) return undefined
  // On the line of the data, a sentence that ends is about the data, where others are to come.
  const sameLine =
    /^[^\w\n.:;!?]*$/.test(lead) &&
    (subject.trim() === '' || (next !== undefined && /^[^:\n]*[.;!]/.test(after)))
  if (sameLine || POINTS_BACK.test(clause)) return end + said.length
  return next === undefined ? undefined : end
}

/** What begins a sentence behind data and corrects it without saying it again. */
const CORRECTION =
  /(?:^|[.!?;\n–—-])\W*(?:(?:but|no|oh|sorry|hm+|well)\b\W*)*(?:(?:actually|scratch that|i meant?|my mistake)\b|(?:wait|oops|correction)\s*(?:[^\w\s]|$)|ignore (?:that|this|the above)(?: \w+)?\s*(?:[^\w\s]|$))/i

/** A value that should stand in the place of one of its own. */
const SHOULD_BE = /\bshould (?:have been|be|read) (?:["'`“\d]|(?:true|false|null)\b|[A-Z][a-z])/

/** Says whether the words behind data leave some other value for it than what was written. */
export function isCorrected(text: string, end: number): boolean {
  const behind = text.slice(end, end + REACH_OF_CORRECTION)
  return CORRECTION.test(behind) || SHOULD_BE.test(behind)
}
