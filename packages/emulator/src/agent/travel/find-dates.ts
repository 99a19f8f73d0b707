/** A date somebody wrote, and where. */
export interface FoundDate {
  start: number
  end: number
  day: number
  month: number
  /** Null when the text leaves it to the context. */
  year: number | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const ordinal = '(?:st|nd|rd|th)?'
const year = '(?:,? (?<year>\\d{4})\\b)?'
const until = '(?: ?[-–—] ?| to | until | till | through | and )'

const forms = [
  '\\b(?<isoYear>\\d{4})-(?<isoMonth>\\d{2})-(?<day>\\d{2})\\b',
  `\\b(?<day>\\d{1,2})${ordinal}${until}(?:the )?(?<last>\\d{1,2})${ordinal}(?: of)? ${month}${year}`,
  `\\b${month} (?<day>\\d{1,2})${ordinal}${until}(?:the )?(?<last>\\d{1,2})${ordinal}\\b(?! (?:${month.replace('?<month>', '?:')}))${year}`,
  `\\b(?<day>\\d{1,2})${ordinal}(?: of)? ${month}${year}`,
  `\\b${month} (?:the )?(?<day>\\d{1,2})${ordinal}\\b${year}`
].map(form => new RegExp(form, 'gi'))

/**
 * Finds the dates in a text: ISO, `3 May 2027`, `May 3rd, 2027`, and ranges such as `3 to 6 May`.
 * @returns in the order of the text; a range gives two dates of one span
 */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some(other => start < other.end && other.start < end)) continue
      const { day, last, month, year, isoYear, isoMonth } = match.groups ?? {}
      const number = isoMonth
        ? Number(isoMonth)
        : months.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1
      const written = isoYear ?? year
      for (const one of [day, last]) {
        if (one === undefined) continue
        found.push({
          start,
          end,
          day: Number(one),
          month: number,
          year: written ? Number(written) : null
        })
      }
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** @returns the ISO form, or null when the calendar has no such day */
export function toIsoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real ? date.toISOString().slice(0, 10) : null
}
