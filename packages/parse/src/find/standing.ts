import type { Standing } from './finding.ts'

/** How far back a word may stand that says what the data is. */
const REACH = 160

/** Words that announce the answer. */
const FINAL =
  /\b(?:final|answer|result|corrected|correction|updated|revised|actually|works?|here(?:['’]s| is| are) (?:the|your))\b|\b(?:after|now|new|but|assistant)\s*:?\s*$/i

/** Words that announce something else: an example, a draft, what somebody sent. */
const EXAMPLE =
  /\b(?:examples?|e\.g|for instance|such as|sample|template|placeholder|drafted|draft|outdated|incorrect|invalid|wrong|mistaken|previously|rejected|discarded|fails|failed|first (?:attempt|try|thought)|instead of|looks? like|shaped? like|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)\b|\b(?:format|schema|input|request|message) (?:is|was|should|would|looks|used)\b|\byou (?:sent|said|gave|wrote)\b|^\s*you (?:provided|asked)\b|\byour (?:message|input|original)\b|^\W*(?:your |the )?(?:input|user|original|previous|schema|initial|broken|bad)\s*:?\s*$|\b(?:before|old|not|don['’]t|do not)\s*:?\s*$|z\.\s?b\.|例|пример/iu

const OUTRANKS =
  /\b(?:not an? (?:example|draft)|final|corrected|real|based on (?:your|the|what you) [\p{L} ]{1,30})\b/iu

/** Reads the words before data: is it an example, something quoted, or the answer? */
export function standingOf(text: string, start: number, previousEnd: number): Standing {
  const before = text.slice(Math.max(previousEnd, start - REACH, 0), start)
  if (isQuotedLine(text, start)) return 'example'
  const line = lastLine(before)
  if (OUTRANKS.test(line)) return 'final'
  if (EXAMPLE.test(line)) return 'example'
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
