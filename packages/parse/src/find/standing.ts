import type { Standing } from './finding.ts'

/** How far back a word may stand that says what the data is. */
const REACH = 160

/** Words that announce the answer. */
const FINAL =
  /\b(?:final|answer|result|corrected|correction|updated|revised|actually|works?|here(?:['’]s| is| are) (?:the|your))\b|\b(?:after|now|new|but|assistant)\s*:?\s*$/i

/** Words that announce something else: an example, a draft, what somebody sent. */
const EXAMPLE =
  /\b(?:examples?|e\.g|for instance|such as|sample|template|placeholder|drafted|draft|outdated|incorrect|invalid|wrong|mistaken|previously|rejected|discarded|fails|failed|first (?:attempt|try|thought)|instead of|looks? like|shaped? like|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)\b|\b(?:format|schema|input|request|message) (?:is|was|should|would|looks|used)\b|\byou (?:sent|said|gave|wrote)\b|^\s*you (?:provided|asked)\b|\byour (?:message|input|original)\b|^\W*(?:your |the )?(?:input|user|original|previous|schema|initial|broken|bad)\s*:?\s*$|\b(?:before|old|not|don['’]t|do not)\s*:?\s*$|z\.\s?b\.|["'”]\s*:$|例|пример/iu

/** Words that say what follows them is an example, and nothing of what stands before. */
const ANNOUNCED =
  /(?:\b(?:examples?|e\.g|for instance|such as|sample|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)\b|z\.\s?b\.|例|пример|\b(?:format|schema) (?:is|looks?|should|would)\b)[^!?;]{0,60}$/iu
/** Words that reject or replace what stands before them. */
const REPLACES =
  /\b(?:wrong|incorrect|invalid|mistaken|outdated|(?:fail|reject|discard|correct|updat|revis|fix|chang|replac)\w*|instead|above|before|previous\w*|earlier|was|were|becomes?|n?ot|better|new)\b/i

/** A verb that tells not to answer so. */
const REFUSED =
  /\b(?:never|not|n['’]t)\s+(?:return|answer|use|output|send|write|reply|respond|include|say|submit)(?:\s+\w+){0,2}\W*$/i

const OUTRANKS =
  /\b(?:not an? (?:example|draft)|final|corrected|real|based on (?:your|the|what you) [\p{L} ]{1,30})\b/iu

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
  // On the line of the data, a sentence that ends is about the data.
  const sameLine = /^[^\w\n.:;!?]*$/.test(lead) && (subject === '' || /^[^:\n]*[.;!]/.test(after))
  if (sameLine || POINTS_BACK.test(clause)) return end + said.length
  return next === undefined ? undefined : end
}

/** Reads the words before data: is it an example, something quoted, or the answer? */
export function standingOf(text: string, start: number, previousEnd: number): Standing {
  const before = text.slice(Math.max(previousEnd, start - REACH, 0), start)
  if (isQuotedLine(text, start)) return 'example'
  const line = lastLine(before)
  if (OUTRANKS.test(line)) return 'final'
  if (ANNOUNCED.test(line) && !REPLACES.test(line)) return 'sample'
  if (EXAMPLE.test(line) || REFUSED.test(line)) return 'example'
  return FINAL.test(line) ? 'final' : 'plain'
}

/** The last sentence that leads up to the data; a colon ties it to the line before. */
function lastLine(before: string): string {
  const trimmed = before.trimEnd()
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1)
  const sentences = line.split(/(?<=[.!?])\s+(?=\p{Lu})/u)
  return sentences.at(-1) ?? line
}

/** A line that begins with `>` repeats what somebody else wrote. */
function isQuotedLine(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /^\s{0,3}>/.test(line) && (line.length < before.length || start <= REACH)
}
