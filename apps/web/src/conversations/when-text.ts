const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** When something was last touched: a time today, a day before that. */
export function whenText(at: string, now: Date = new Date()): string {
  const then = new Date(at)
  if (then.toDateString() === now.toDateString()) return clock.format(then)
  return `${date.format(then)}, ${clock.format(then)}`
}
