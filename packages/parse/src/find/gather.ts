import { isObject } from '../json.ts'
import { repairOf } from '../repair.ts'
import { type Finding, listOf } from './finding.ts'

/** Between the members of a list there is nothing but separators and its numbers. */
const BETWEEN = /^[\s,;]*(?:(?:\d{1,3}[.)]|[-*•]|and)\s*)?$/

/** Words that count the members, and headings. */
const LABEL =
  /^[\s,;.]*(?:and|then|also|plus|next|(?:and )?(?:the )?(?:second|third|\p{L}{3,}th|last)(?: \p{L}+)?|(?:\p{L}+ )?#?\d{1,3}|#{1,6} [^\n]{1,60})[\s:.)*]*$/iu

/** Words that name another go at the same thing. */
const ANOTHER_GO =
  /\b(?:attempt|try|retry|option|alternative|version|draft|take|v\d|(?:re|up|im|cor|fix|fin|bet)\p{L}*)/iu

/** Separate objects that are one list together. */
export interface Gathered {
  readonly list: Finding
  readonly members: ReadonlySet<Finding>
}

/** Gathers objects that stand side by side into the array a schema asks for. */
export function gather(text: string, findings: readonly Finding[]): Gathered | undefined {
  let run: Finding[] = []
  let longest = run
  for (const finding of findings) {
    if (!isObject(finding.value) || finding.source.reasoning) continue
    const last = run.at(-1)
    if (last && (goesOn(text, last, finding) || isLabelled(text, last, finding))) run.push(finding)
    else run = [finding]
    if (run.length >= longest.length) longest = run
  }
  const list = listOf(text, 'gathered', longest)
  if (list === undefined) return undefined
  const labels = longest.flatMap((next, at) => {
    const last = longest[at - 1]
    if (last === undefined || goesOn(text, last, next)) return []
    const label = { start: last.source.outer.end, end: next.source.outer.start }
    return repairOf('trailing_text_removed', [], text, label)
  })
  // Words between are left out, a guess however many they are.
  return {
    list: { ...list, repairs: [...list.repairs, ...labels.slice(0, 1)] },
    members: new Set(longest)
  }
}

/** Says whether an object stands right behind another, as the next of a list. */
export function goesOn(text: string, last: Finding, next: Finding): boolean {
  return isObject(last.value) && isObject(next.value) && BETWEEN.test(between(text, last, next))
}

function isLabelled(text: string, last: Finding, next: Finding): boolean {
  const label = between(text, last, next)
  return next.standing === 'plain' && LABEL.test(label) && !ANOTHER_GO.test(label)
}

function between(text: string, last: Finding, next: Finding): string {
  return text.slice(last.source.outer.end, next.source.outer.start)
}
