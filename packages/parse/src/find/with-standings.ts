import type { Source } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import type { Span } from '../span.ts'
import type { Finding, Standing } from './finding.ts'
import { stringEndBehind } from './packaging.ts'
import { isCitation } from './plausible.ts'
import { isTemplate } from './template.ts'
import { standingOf } from './words-before.ts'
import { takenBackUpTo } from './words-behind.ts'

/** Words a model goes on with when nothing stops it. */
const NEXT_TURN =
  /(?:^|\n)[^\S\n]*(?:#+ *)?(?:human|user|customer|instruction|question)\s*:|<\|(?:im_end|\w{0,3}start\w{0,10}\|>user|user\|>)|\[\/?INST\]/i

/** Says of all findings what the words around them make of them, and which are reasoning. */
export function withStandings(
  { text, shape }: Reading,
  findings: readonly Finding[],
  reasoning: readonly Span[]
): Finding[] {
  const placed = inReasoning(reasoning)
  let before = 0
  let isOver = false
  const inPlace = findings.map((finding, index) => {
    const { source, value } = finding
    const { outer } = source
    // What comes behind the next question is no part of this answer.
    isOver ||= index > 0 && NEXT_TURN.test(text.slice(before, outer.start))
    const takenBack = takenBackUpTo(text, outer.end, findings[index + 1]?.source.outer.start)
    const standing: Standing = isTemplate(value, shape)
      ? 'template'
      : isOver
        ? 'sample'
        : takenBack !== undefined || isPart(text, source) || isCitation(text, source, value)
          ? 'example'
          : standingOf(text, outer, before, findings.length === 1)
    before = takenBack ?? outer.end
    return placed({ ...finding, standing })
  })
  // A citation, or a mention, is no rival of what else there is.
  const said = inPlace.filter(({ source, value }) => !isCitation(text, source, value))
  return said.length > 0 ? said : inPlace
}

/** Marks findings that stand in reasoning; they come from left to right, as the stretches do. */
export function inReasoning(reasoning: readonly Span[]): (finding: Finding) => Finding {
  let next = 0
  return finding => {
    const { source } = finding
    const { start } = source.span
    while ((reasoning[next]?.end ?? start + 1) <= start) next++
    const isThought = (reasoning[next]?.start ?? start + 1) <= start
    return isThought ? { ...finding, source: { ...source, reasoning: true } } : finding
  }
}

/** Says whether data is a part of a string. */
function isPart(text: string, { form, span }: Source): boolean {
  return form === 'bare' && stringEndBehind(text, span) !== -1
}
