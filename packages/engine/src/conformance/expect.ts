import { isTurnwiseError } from '../errors.ts'

/** Rejects what is not equal as JSON, key order aside; says both values. */
export const expectEqual = (got: unknown, expected: unknown, what: string): void => {
  if (sorted(got) !== sorted(expected))
    throw new Error(`${what}: expected ${sorted(expected)}, got ${sorted(got)}`)
}

/** Narrows a returned union to the member that is expected. */
export const expectKind = <Union extends { kind: string }, Kind extends Union['kind']>(
  got: Union,
  kind: Kind,
  what: string
): Extract<Union, { kind: Kind }> => {
  if (got.kind !== kind) throw new Error(`${what}: expected ${kind}, got ${sorted(got)}`)
  return got as Extract<Union, { kind: Kind }>
}

/** Resolves with the value, or rejects when there is none. */
export const expectPresent = <T>(got: T | null | undefined, what: string): T => {
  if (got === null || got === undefined) throw new Error(`${what}: expected a value, got ${got}`)
  return got
}

/** Rejects unless the work fails with this code. */
export const expectCode = async (work: Promise<unknown>, code: string, what: string) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown
  )
  expectEqual(isTurnwiseError(error) ? error.code : String(error), code, what)
}

/** Rejects when the work takes longer, in milliseconds: a case must not hang. */
export const within = async <T>(
  milliseconds: number,
  work: Promise<T>,
  what: string
): Promise<T> => {
  let timer = 0
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what}: took over ${milliseconds} ms`)),
      milliseconds
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isRecord(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item
  ) ?? 'undefined'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
