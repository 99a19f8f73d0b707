/** A rule of a store, changed in the text that says it. */
export type Mutation = {
  /** Reads on after “a store with”. */
  name: string
  /** The file, by the end of its path. */
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
  /** Why nobody can tell the difference; it must then survive. */
  equivalent?: string
}

/** @throws RangeError when the text is not there exactly once: the rule has been written anew */
export const mutate = (text: string, { name, find, replace }: Mutation): string => {
  const pieces = text.split(find)
  if (pieces.length !== 2) throw new RangeError(`“${name}” finds ${pieces.length - 1} places`)
  return pieces.join(replace)
}

/** The mutation this process runs with. */
export const mutationInForce = (): Mutation | null =>
  JSON.parse(process.env.TURNWISE_MUTATION ?? 'null') as Mutation | null

/** What makes a process run with a mutation, and those that it starts. */
export const environmentOf = (mutation: Mutation): Record<string, string> => ({
  TURNWISE_MUTATION: JSON.stringify(mutation),
  NODE_OPTIONS: `--import=${new URL('./load-mutated.ts', import.meta.url).href}`,
  // Compiled once, the rule would stay as it was.
  NODE_DISABLE_COMPILE_CACHE: '1'
})
