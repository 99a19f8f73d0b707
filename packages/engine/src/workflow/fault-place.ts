/** A place in a file, counted from 1. */
export type FaultPlace = { line: number; column: number | null }

/**
 * Finds where in a workflow file an error comes from, as far as its stack tells.
 *
 * @param url of the file, without a query
 */
export const faultPlace = (error: unknown, url: string): FaultPlace | null => {
  const stack = error instanceof Error ? `${error.stack ?? ''}` : ''
  const path = decodeURI(url.replace(/^file:\/\//, ''))
  for (const name of [url, path]) {
    const at = stack.indexOf(`${name}:`)
    if (at < 0) continue
    const place = /^(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length + 1))
    if (place?.[1] === undefined) continue
    return { line: Number(place[1]), column: place[2] === undefined ? null : Number(place[2]) }
  }
  return null
}
