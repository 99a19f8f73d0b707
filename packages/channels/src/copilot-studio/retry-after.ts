/**
 * Reads a `Retry-After` header, seconds or HTTP date.
 *
 * @returns seconds from now, at least 0; undefined when there is nothing to be understood
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // The parser of dates takes almost anything, so the form is looked at first.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
