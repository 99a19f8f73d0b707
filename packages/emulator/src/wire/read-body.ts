const maxBytes = 1_048_576

/** A body that was read, or the status that refuses it. */
export type ReadBody =
  | { ok: true; json: unknown }
  | { ok: false; status: 400 | 413; message: string }

/** Reads a JSON body of at most 1 MiB; no body reads as an empty object. */
export async function readBody(request: Request): Promise<ReadBody> {
  const tooLarge = { ok: false, status: 413, message: 'The body is larger than 1 MiB.' } as const
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maxBytes) return tooLarge
  if (bytes.byteLength === 0) return { ok: true, json: {} }
  try {
    return { ok: true, json: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return { ok: false, status: 400, message: 'The body is not JSON.' }
  }
}
