import type { Standing } from './finding.ts'

/** How far back a word may stand that says what the data is. */
const REACH = 160

const FINAL =
  /\b(?:final|answer|result|corrected|correction|updated|revised|actually|here(?:['’]s| is| are)? (?:the|your))\b/i
const EXAMPLE =
  /\b(?:examples?|e\.g|for instance|such as|sample|template|placeholder|schema|looks? like|format|shaped? like|input|you (?:sent|said|provided|gave|wrote|asked)|your (?:request|message|input|original|data)|original|previous(?:ly)?|draft|drafted|first (?:attempt|try|draft|thought)|initial(?:ly)?|wrong|incorrect|invalid|bad|mistaken|mistake|outdated|old|rejected|discard(?:ed)?|instead of|do(?:n['’]t| not)|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld|user (?:sent|said|provided|wrote|asked))\b|z\.\s?b\.|例|пример/iu
const OUTRANKS =
  /\b(?:not an? (?:example|draft)|final|corrected|real|actual|based on (?:your|the) (?:input|request|message|data))\b/i

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
