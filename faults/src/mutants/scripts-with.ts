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
  return {
    readScript(part) {
      const text = readFileSync(new URL(`${part}.lua`, folder), 'utf8')
      return mutation.file === `${part}.lua` ? mutate(text, mutation) : text
    }
  }
}
