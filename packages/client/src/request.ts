import { problemOf, transportProblem } from './client-problem.ts'

type Call = {
  method?: string
  body?: unknown
  /** Undefined ones are left out. */
  headers?: Readonly<Record<string, string | undefined>>
  signal?: AbortSignal | undefined
}

/** The part of a schema that is needed to check an answer. */
export type AnswerSchema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown }
}

export type Requester = {
  /** Calls for one JSON answer. */
  json<T>(path: string, schema: AnswerSchema<T>, call?: Call): Promise<T>
  /** Calls for an answer without a body. */
  nothing(path: string, call?: Call): Promise<void>
  /** Calls for a stream of events. */
  stream(path: string, call?: Call): Promise<Response>
}

/** Makes single HTTP calls: token, headers, problems. Tries once. */
export function requester(options: {
  baseUrl: string
  getToken: (() => string | Promise<string>) | undefined
  fetch: typeof globalThis.fetch
}): Requester {
  const base = options.baseUrl.replace(/\/+$/, '')

  const call = async (
    path: string,
    accept: string,
    { method = 'GET', body, headers = {}, signal }: Call
  ): Promise<Response> => {
    const all = new Headers({ accept })
    if (body !== undefined) all.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) all.set(name, value)
    }
    if (options.getToken) all.set('authorization', `Bearer ${await options.getToken()}`)
    const response = await options
      .fetch(`${base}${path}`, {
        method,
        headers: all,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal })
      })
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        throw transportProblem('ERR_NETWORK', 0, error)
      })
    if (!response.ok) throw await problemOf(response)
    return response
  }

  return {
    nothing: async (path, options = {}) => {
      await call(path, 'application/json', options)
    },
    stream: (path, options = {}) => call(path, 'text/event-stream', options),
    json: async (path, schema, options = {}) => {
      const response = await call(path, 'application/json', options)
      const value: unknown = await response.json().catch(() => null)
      const read = schema.safeParse(value)
      if (read.success) return read.data
      throw transportProblem('ERR_ANSWER_INVALID', response.status, read.error)
    }
  }
}
