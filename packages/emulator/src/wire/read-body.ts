const maxBytes = 1_048_576
const maxDepth = 200

/** A body that was read, or the status that refuses it. */
export type ReadBody =
  | { ok: true; json: unknown }
  | { ok: false; status: 400 | 413; message: string }

/** Reads a JSON body of at most 1 MiB and 200 levels; no body reads as an empty object. */
export async function readBody(request: Request): Promise<ReadBody> {
  const tooLarge = { ok: false, status: 413, message: 'The body is larger than 1 MiB.' } as const
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maxBytes) return tooLarge
  if (bytes.byteLength === 0) return { ok: true, json: {} }
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isTooDeep(json)) return { ok: false, status: 400, message: 'The body is nested too deep.' }
    return { ok: true, json }
  } catch {
    return { ok: false, status: 400, message: 'The body is not JSON.' }
  }
}

/** Level by level, because what is too deep to log is too deep for recursion. */
function isTooDeep(json: unknown): boolean {
  let level = [json]
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap(value =>
      typeof value === 'object' && value !== null ? Object.values(value) : []
    )
    if (level.length === 0) return false
  }
  return true
}
