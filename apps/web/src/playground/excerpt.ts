/** As much of a text as a page can show, and how much was left out. */
export type Excerpt = { readonly text: string; readonly more: number }

/** A list cut to its first items. */
export type Shown<T> = { readonly items: readonly T[]; readonly total: number }

const LONGEST = 100_000

/** A value as JSON, cut where a page would no longer be read. */
export function jsonExcerpt(value: unknown, longest = LONGEST, indent?: number): Excerpt {
  const text = JSON.stringify(value, null, indent) ?? 'undefined'
  return text.length <= longest
    ? { text, more: 0 }
    : { text: text.slice(0, longest), more: text.length - longest }
}

/** A value as JSON on one line. */
export function jsonLine(value: unknown, longest = 160): string {
  const { text, more } = jsonExcerpt(value, longest)
  return more === 0 ? text : `${text}…`
}

export function firstOf<T, S>(
  list: readonly T[],
  most: number,
  show: (item: T, index: number) => S
): Shown<S> {
  return { items: list.slice(0, most).map(show), total: list.length }
}
