import type { Mutation } from './mutation.ts'

const script = (part: string, name: string, find: string, replace: string): Mutation => ({
  name,
  file: `${part}.lua`,
  find,
  replace
})

/** The rules of Redis: its scripts, each broken in one place. */
export const scriptMutations: readonly Mutation[] = [
  script(
    'journal',
    'a second reply that counts',
    "if record[5] then return { 'earlier', record[5] } end",
    ''
  )
]
