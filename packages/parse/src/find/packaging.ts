import type { Source } from '../outcome.ts'
import { matchEnd, textBefore } from '../segment/characters.ts'
import type { Region } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { sourceOf } from './finding.ts'

/** What may stand around data on its line: ticks, and the tag that closes a tool call. */
const TICKS_BEFORE = /`+(?:\w{0,12}[ \t]*)?$/
const CLOSING = {
  bare: /[ \t]*`+/y,
  fence: /\s*(?:`{3,}|~{3,})/y,
  tool_call: /\s*<\/?\|?[\w-]+\|?>/y
}

/** The packaging found around data: ticks, the closing tag of a tool call. */
export function packagingOf(text: string, region: Region, span: Span): Source {
  const { form, language, outer } = region
  const behind = lookBehind(text, form, span.end)
  const closed = outer.end > region.span.end ? Math.max(outer.end, span.end) : span.end
  const end = behind > span.end ? behind : closed
  if (form !== 'bare') {
    const source = sourceOf(form, span, { start: outer.start, end })
    return language === undefined ? source : { ...source, language }
  }
  const line = textBefore(text, span.start, 32)
  const ticks = end > span.end ? TICKS_BEFORE.exec(line)?.[0].length : undefined
  return ticks === undefined
    ? sourceOf(form, span)
    : sourceOf('inline_code', span, { start: span.start - ticks, end })
}

/** The end of a string that data stands in, unescaped, where that goes on as JSON does. */
const STRING_END = /["”](?=\s*[,}\]:])/y

/** Where a string ends that data stands at the end of, or -1. */
export function stringEndBehind(text: string, { end }: Span): number {
  return matchEnd(STRING_END, text, end)
}

/** Where the packaging that closes right behind data ends, or -1. */
export function lookBehind(text: string, form: Region['form'], end: number): number {
  return matchEnd(CLOSING[form], text, end)
}
