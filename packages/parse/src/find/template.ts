import { isContainer } from '../json.ts'
import { nativeJson } from '../native-json.ts'
import type { Shape } from '../schema/shape.ts'
import { Anchors } from '../value/anchors.ts'

const PLACEHOLDER =
  /^(?:<[^<>@:/]{0,60}>|\{{1,2}[^{}]{0,60}\}{1,2}|\[[^[\]]{1,60}\]|\.{3}|…|string|number|integer|boolean|value|text|placeholder|insert [\p{L} ]{1,40})$/iu
/** "Your weekly report" is a title. */
const YOURS = /^(?:[Yy]our \p{L}+|your \p{L}+ \p{L}+)(?: here)?$/u

/** No data looks so, whatever stands beside it. */
const GAP = /^(?:\.|…|\{|insert |placeholder|<[^>]*[ _])/i

/** Longer text is no placeholder, whatever it is made of. */
const LONGEST = 100

/** How many members are looked at. */
const MOST_MEMBERS = 200

interface Seen {
  texts: number
  members: number
  /** True once a figure was met: a word beside one is rather data. */
  figures: boolean
  /** True once a text was met that cannot be data. */
  gaps: boolean
}

/** Says whether every text in a value is a placeholder: a form to fill in, not data. */
export function isTemplate(value: unknown, shape: Shape | undefined): boolean {
  const seen: Seen = { texts: 0, members: 0, figures: false, gaps: false }
  const blank = isBlankForm(value, seen, () => shape && new Anchors([shape])) && seen.texts > 0
  return blank && (seen.gaps || !seen.figures)
}

/** @param asked what may be asked for here; looked up for what may be a placeholder alone */
function isBlankForm(value: unknown, seen: Seen, asked: () => Anchors | undefined): boolean {
  if (typeof value === 'string') {
    const text = value.trim()
    const inner = /^[[{]/.test(text) ? nativeJson(text)?.value : undefined
    if (inner !== undefined) return isBlankForm(inner, seen, asked)
    if (text.length > LONGEST || !(PLACEHOLDER.test(text) || YOURS.test(text))) return false
    seen.texts++
    seen.gaps ||= GAP.test(text)
    return !asked()?.shapes.some(
      shape => shape.kind === 'choice' && shape.options.some(({ names }) => names.includes(text))
    )
  }
  if (typeof value === 'number') seen.figures ||= value !== 0
  if (!isContainer(value)) return true
  // The first text that is none settles it, so that most members are never looked at.
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (++seen.members > MOST_MEMBERS) break
    const inside = () => asked()?.under(typeof key === 'string' ? key : undefined)
    if (!isBlankForm(value[key], seen, inside)) return false
  }
  return true
}
