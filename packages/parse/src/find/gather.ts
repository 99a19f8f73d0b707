import { type Finding, listOf } from './finding.ts'

/** Between the members of a list there is nothing but separators and its numbers. */
const BETWEEN = /^[\s,;]*(?:(?:\d{1,3}[.)]|[-*•]|and)[ \t]*)?$/

/** Gathers objects that stand side by side into the array a schema asks for. */
export function gather(text: string, findings: readonly Finding[]): Finding | undefined {
  let run: Finding[] = []
  let longest = run
  for (const finding of findings) {
    if (typeof finding.value !== 'object' || Array.isArray(finding.value)) continue
    if (finding.source.reasoning) continue
    const last = run.at(-1)?.source.outer.end ?? 0
    const between = text.slice(last, finding.source.outer.start)
    if (run.length > 0 && BETWEEN.test(between)) run.push(finding)
    else run = [finding]
    if (run.length >= longest.length) longest = run
  }
  return listOf(text, 'gathered', longest)
}
