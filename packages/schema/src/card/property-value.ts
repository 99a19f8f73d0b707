import { safeHref } from '../safe-href.ts'
import type { ValueRule } from './card-shape.ts'
import { disarmLinks } from './markdown-links.ts'
import { isSafePattern } from './safe-pattern.ts'

/** Why a property did not stay as it was. */
export type ValueProblem = 'bad-value' | 'unsafe-url' | 'unsafe-pattern'

/** The value that may stay, if any, and what was wrong with the one given. */
export interface ReadValue {
  readonly value?: string | number | boolean
  readonly problem?: ValueProblem
}

const LARGEST_INLINE_IMAGE = 32_768
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
const WORD = /^[A-Za-z][\w-]{0,63}$/
const SIZE = /^(?:[A-Za-z]{1,20}|\d{1,5}(?:\.\d{1,3})?(?:px|%)?)$/
const COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/
const SCHEMA_URL = /^https?:\/\/adaptivecards\.io\/schemas\/(?:\d\.\d\.\d\/)?adaptive-card\.json#?$/

/** Reads one plain property by its rule. */
export function readValue(
  rule: ValueRule,
  value: unknown,
  allowedHosts: readonly string[] | undefined
): ReadValue {
  const isLink = (text: string) => safeHref(text, { allowedHosts }) !== null
  switch (rule) {
    case 'flag':
      return typeof value === 'boolean' ? { value } : BAD_VALUE
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : BAD_VALUE
    case 'scalar':
      return readScalar(value)
    case 'size':
      if (typeof value === 'number') return readScalar(value)
      return matching(value, SIZE)
    case 'text':
      return typeof value === 'string' ? { value: plainText(value) } : BAD_VALUE
    case 'markdown': {
      if (typeof value !== 'string') return BAD_VALUE
      const text = plainText(value)
      const disarmed = disarmLinks(text, isLink)
      return disarmed === text ? { value: text } : { value: disarmed, problem: 'unsafe-url' }
    }
    case 'word':
      return matching(value, WORD)
    case 'color':
      return matching(value, COLOR)
    case 'media-type':
      return matching(value, MEDIA_TYPE)
    case 'schema-url':
      return matching(value, SCHEMA_URL)
    case 'pattern':
      if (typeof value !== 'string') return BAD_VALUE
      return isSafePattern(value) ? { value } : { problem: 'unsafe-pattern' }
    case 'link':
      return url(safeHref(value, { allowedHosts }))
    case 'image':
      return url(isInlineImage(value) ? value : safeHref(value, { allowedHosts }))
  }
}

/** Keeps strings, finite numbers and booleans. */
export function readScalar(value: unknown): ReadValue {
  if (typeof value === 'string') return { value: plainText(value) }
  if (typeof value === 'boolean' || Number.isFinite(value)) {
    return { value: value as boolean | number }
  }
  return BAD_VALUE
}

const BAD_VALUE: ReadValue = { problem: 'bad-value' }

function matching(value: unknown, pattern: RegExp): ReadValue {
  return typeof value === 'string' && pattern.test(value) ? { value } : BAD_VALUE
}

function url(href: string | null): ReadValue {
  return href === null ? { problem: 'unsafe-url' } : { value: href }
}

function isInlineImage(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= LARGEST_INLINE_IMAGE && INLINE_IMAGE.test(value)
  )
}

// What no store and no screen can take: NUL and half of a surrogate pair.
function plainText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
