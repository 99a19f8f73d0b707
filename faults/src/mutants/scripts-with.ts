import { readFileSync } from 'node:fs'
import { type Mutation, mutate } from './mutation.ts'

const folder = new URL(
  'redis/scripts/',
  import.meta.resolve('@turnwise/stores/redis').replace(/redis\/index\.[jt]s$/, '')
)

/** The part of a Redis store's options that changes the script a mutation names; else nothing. */
export const scriptsWith = (
  mutation: Mutation | null
): { readScript?: (part: string) => string } => {
  if (!mutation?.file.endsWith('.lua')) return {}
  const read = (part: string): string => readFileSync(new URL(part, folder), 'utf8')
  // At once: a mutation that fits nowhere must not pass for one that was noticed.
  const mutated = mutate(read(mutation.file), mutation)
  return { readScript: part => (mutation.file === `${part}.lua` ? mutated : read(`${part}.lua`)) }
}
