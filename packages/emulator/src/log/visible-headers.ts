const secret = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Headers as they may be shown: a credential keeps its scheme and loses the rest. */
export function visibleHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) =>
      secret.has(name) ? [name, `${value.split(' ')[0]} …`] : [name, value]
    )
  )
}
