/**
 * Lists the keys an object has more than once at its root.
 *
 * `JSON.parse` keeps the last value in silence, so that `success` may have been written twice with
 * different values.
 *
 * @param json valid JSON, an object
 */
export function repeatedKeys(json: string): readonly string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let depth = 0
  let expectsKey = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (char === '"') {
      const end = endOfString(json, at)
      if (expectsKey && depth === 1) {
        const key = JSON.parse(json.slice(at, end)) as string
        if (seen.has(key)) repeated.add(key)
        seen.add(key)
        expectsKey = false
      }
      at = end - 1
    } else if (char === '{' || char === '[') {
      depth++
      expectsKey = depth === 1
    } else if (char === '}' || char === ']') depth--
    else if (char === ',') expectsKey = depth === 1
  }
  return [...repeated]
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
