import { textBefore } from '../segment/characters.ts'
import type { Span } from '../span.ts'
import type { Standing } from './finding.ts'

/** How far from data a word may stand that says what the data is. */
export const REACH = 160

/** Words that announce the answer. */
const FINAL =
  /\b(?:final|answer|result|corrected|correction|updated|revised|actually|works?|here(?:['’]s| is| are) (?:the|your))\b|\b(?:after|now|new|but|assistant)\s*:?\s*$/i

/** What an example is called. */
const EXAMPLE =
  /\b(?:examples?|e\.g|for instance|such as|sample|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)\b|z\.\s?b\.|例|пример/iu

/** Words that announce something else: a draft, what failed, what somebody sent. */
const OTHER =
  /\b(?:template|placeholder|draft(?:ed)?|outdated|incorrect|invalid|wrong|mistaken|previously|rejected|discarded|fail(?:s|ed)|first (?:attempt|try|thought)|instead of|(?:looks?|shaped?|body) like)\b|\b(?:default|format|schema|input|request|message) (?:is|was|should|would|looks|used)\b|\byou (?:sent|said|gave|wrote)\b|^\s*you (?:provided|asked)\b|\byour (?:message|input|original)\b|^\W*(?:your |the )?(?:input|user|original|previous|schema|initial|broken|bad)\s*:?\s*$|\b(?:before|old|not|don['’]t|do not)\s*:?\s*$|["'”]\s*:$/i

/** Words that say what follows them is an example, and nothing of what stands before. */
const ANNOUNCED = new RegExp(
  `(?:${EXAMPLE.source}|\\b(?:format|schema) (?:is|looks?|should|would)\\b)[^!?;]{0,60}$`,
  'iu'
)

/** Words that reject or replace what stands before them. */
const REPLACES =
  /\b(?:wrong|incorrect|invalid|mistaken|outdated|(?:fail|reject|discard|correct|updat|revis|fix|chang|replac)\w*|instead|above|before|previous\w*|earlier|was|were|becomes?|not|better|new)\b/i

/** A verb that tells not to answer so. */
const REFUSED =
  /\b(?:never|not|n['’]t)\s+(?:return|answer|use|output|send|write|reply|respond|include|say|submit)(?:\s+\w+){0,2}\W*$/i

/** Words that announce the answer, whatever else is said with them. */
const OUTRANKS =
  /\b(?:not an? (?:example|draft)|final|corrected|real|actual (?:result|answer|output)|based on (?:your|the|what you) [\p{L} ]{1,30})\b/iu

/** Words in the sentence before the only data that name its form or where it comes from. */
const BESIDE =
  /\b(?:in|into|with|using|following|from|per|match\w*|fits?|based on|of|(?:filled|filling) (?:in|out)) (?:(?:the|your|this) )?(?:[a-z]+ )?(?:format|schema|template|example|sample|message)s?\b(?: (?:format|schema)|,? (?:you|I|that you) (?:sent|gave|provided))*|\binstead of (?=\w)|\b(?:if|unless) I['’]m (?:not )?(?:mistaken|wrong)\b|^(?:since|because)\b[^,]*,|^[^:]*, so\b/gi

/** Headings of what was not taken. */
const NOT_TAKEN =
  /^\W*(?:rejected|not recommended|second[- ]best|original|previous)(?: \w+)?\s*:\W*$/i

/** Asks for leave, tells what failed, or what might be. */
const UNSURE =
  /(?:\b(?:shall|should|may) (?:I|we)\b[^.]*\?|\b(?:tried to|would have) \w+|(?:\bnot|n['’]t)(?: \w+)?)$/i

/** A sentence that goes on behind data, and is a question. */
const ASKED = /^ ?[a-z][^\n.!:;]*\?/

/**
 * Reads the words before data: is it an example, something quoted, or the answer?
 *
 * @param previousEnd where the words end that are about what stands before
 * @param alone true where there is no other data: words that only name its form are left out then
 */
export function standingOf(
  text: string,
  { start, end }: Span,
  previousEnd: number,
  alone: boolean
): Standing {
  if (isQuotedLine(text, start)) return 'example'
  const said = lastSentence(textBefore(text, start, REACH, previousEnd))
  if (alone && (UNSURE.test(said) || ASKED.test(text.slice(end, end + REACH)))) {
    return 'example'
  }
  const line = alone ? said.replace(BESIDE, '') : said
  if (OUTRANKS.test(line)) return 'final'
  if (!alone && NOT_TAKEN.test(line)) return 'sample'
  if (ANNOUNCED.test(line) && !REPLACES.test(line)) return 'sample'
  if (EXAMPLE.test(line) || OTHER.test(line) || REFUSED.test(line)) return 'example'
  return FINAL.test(line) ? 'final' : 'plain'
}

/** The last sentence that leads up to the data; a colon ties it to the line before. */
function lastSentence(before: string): string {
  const trimmed = before.trimEnd()
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1)
  const sentences = line.split(/(?<=[.!?])\s+(?=\p{Lu})/u)
  return sentences.at(-1) ?? line
}

/** A line that begins with `>` repeats what somebody else wrote. */
function isQuotedLine(text: string, start: number): boolean {
  const before = textBefore(text, start, REACH)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /^\s{0,3}>/.test(line) && (line.length < before.length || start <= REACH)
}
