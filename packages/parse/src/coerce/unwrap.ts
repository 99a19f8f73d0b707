import { hasParts, isObject, kindOf } from '../json.ts'
import type { Shape } from '../schema/shape.ts'
import { type Coerced, step, stepTo } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import { jsonInText } from './json-in-text.ts'
import type { Place } from './place.ts'

/** Names under which agents hand over what was asked for, besides the following. */
const WRAPPERS =
  /^(?:data|value|json|function|tool_calls|message|choices|content|items|object|payload|properties)$/i
/** Names of an answer, and of what it is an answer to: beside the one, the other is none. */
const ANSWERS = /^(?:results?|output|response|(?:final_)?answer)$/i
const QUESTIONS = /^(?:arg|param|(?:\w+_)?input$)/i
/** Names that say that it is not the answer. */
const OTHERS = /^(?:examples?|samples?|template|old|before|previous|original)(?:_|$)/i

/** An item of a longer list is no answer of its own. */
const MOST_ITEMS = 64

/**
 * Reads a value by the only thing in it that fits: JSON inside of a string, an
 * item of a list, the content of a wrapper. Two that fit are no answer.
 */
export function unwrap(coercer: Coercer, shape: Shape, place: Place): Coerced | undefined {
  const { value } = place
  const contained = shape.kind === 'array' || shape.kind === 'object'
  if (typeof value === 'string') {
    const inner = contained ? jsonInText(value, coercer.depth) : undefined
    if (kindOf(inner?.value) !== shape.kind) return undefined
    const attempt = coercer.coerce(place.readAs(inner?.value), shape)
    const codes = new Set(inner?.repairs.map(({ code }) => code))
    return [...codes].reduce(
      (read, code) => read && step(code, place, read.value, read),
      stepTo('json_in_text', place, attempt)
    )
  }
  const list = Array.isArray(value)
  const entries = Object.entries(Object(value))
  if (list && (shape.kind === 'array' || entries.length > MOST_ITEMS)) return undefined
  const answered = entries.some(([key]) => ANSWERS.test(key))
  let found: Coerced | undefined
  for (const [key, inner] of entries) {
    if (OTHERS.test(key) || (answered && QUESTIONS.test(key))) continue
    // Beside other keys, a wrapper is one only where it is all that was said.
    const named =
      contained &&
      place.path.length === 0 &&
      (WRAPPERS.test(key) || ANSWERS.test(key) || QUESTIONS.test(key))
    if (!list && !named && entries.length > 1) continue
    if (
      list
        ? contained && !isObject(inner) && typeof inner !== 'string'
        : hasParts(inner) !== contained
    )
      continue
    const attempt = coercer.coerce(place.inside(list ? Number(key) : key, inner), shape)
    // An object of optional keys fits anything; that would be no finding.
    if (!attempt.fits || (list && contained && attempt.coverage === 0)) continue
    if (found !== undefined) return undefined
    found = stepTo(list ? 'item_unwrapped' : 'wrapper_removed', place, attempt)
  }
  return found
}
