import type { Span } from '../span.ts'
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
  /\b(?:not an? (?:example|draft)|final|corrected|real|actual (?:result|answer|output)|based on (?:your|the|what you) [\p{L} ]{1,30})\b/iu

/** Words in the sentence before the only data that name its form or where it comes from. */
const BESIDE =
  /\b(?:in|into|with|using|following|from|per|match\w*|fits?|based on|of|(?:filled|filling) (?:in|out)) (?:(?:the|your|this) )?(?:[a-z]+ )?(?:format|schema|template|example|sample|message)s?\b(?: (?:format|schema)|,? (?:you|I|that you) (?:sent|gave|provided))*|\binstead of (?=\w)|, if I['’]m not mistaken|^unless I['’]m wrong|^(?:since|because)\b[^,]*,|^[^:]*, so\b|\b(?:message|request|login) is (?:"[^"]*"|[a-z]+ing\b)/gi

/** Headings of what was not taken. */
const NOT_TAKEN =
  /^\W*(?:rejected|not recommended|second[- ]best|original|previous|vorher|what was wrong)(?: \w+)?\s*:\W*$/i

/** Asks for leave, tells what failed, or what might be. */
const UNSURE =
  /(?:\b(?:shall|should|may) (?:I|we)\b[^.]*\?|\b(?:tried to|would have) \w+|\b(?:default is|body like)|(?:\bnot|n['’]t)(?: \w+)?)$/i

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
  if (/\b(?:if|nothing)\b/i.test(subject) || /^ (?:to|of (?:how|why|what))\b/.test(after))
    return undefined
  // "Rejected alternatives:" is a heading.
  if (/^\W*rejected$/i.test(said) && /^(?: \w+)?:\W*$/.test(after)) return undefined
  // On the line of the data, a sentence that ends is about the data, where others are to come.
  const sameLine =
    /^[^\w\n.:;!?]*$/.test(lead) &&
    (subject.trim() === '' || (next !== undefined && /^[^:\n]*[.;!]/.test(after)))
  if (sameLine || POINTS_BACK.test(clause)) return end + said.length
  return next === undefined ? undefined : end
}

/** Reads the words before data: is it an example, something quoted, or the answer? */
export function standingOf(
  text: string,
  { start, end }: Span,
  previousEnd: number,
  alone: boolean
): Standing {
  const before = text.slice(Math.max(previousEnd, start - REACH, 0), start)
  if (isQuotedLine(text, start)) return 'example'
  const said = lastLine(before)
  if (
    alone &&
    (UNSURE.test(said.trimEnd()) || /^ ?[a-z][^\n.!:;]*\?/.test(text.slice(end, end + REACH)))
  ) {
    return 'example'
  }
  const line = alone ? said.replace(BESIDE, '') : said
  if (OUTRANKS.test(line)) return 'final'
  if (!alone && NOT_TAKEN.test(line)) return 'sample'
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
