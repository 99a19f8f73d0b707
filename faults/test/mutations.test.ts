import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Mutation, mutate } from '../src/mutants/mutation.ts'
import { protocolMutations } from '../src/mutants/protocol.ts'
import { scriptMutations } from '../src/mutants/scripts.ts'

const packages = new URL('../../packages/', import.meta.url)
const scripts = new URL('stores/src/redis/scripts/', packages)

describe('the mutations of a store', () => {
  it.each([
    ...protocolMutations.map(mutation => [mutation.name, packages, mutation] as const),
    ...scriptMutations.map(mutation => [mutation.name, scripts, mutation] as const)
  ])('change a rule that is there: a store with %s', (_, folder, mutation) => {
    const text = readFileSync(new URL(mutation.file, folder), 'utf8')
    expect(mutate(text, mutation)).not.toBe(text)
  })

  it('are refused where their rule has been written anew', () => {
    const gone: Mutation = { name: 'no such rule', file: '', find: 'a rule', replace: '' }
    expect(() => mutate('another text', gone)).toThrow(RangeError)
    expect(() => mutate('a rule and a rule', gone)).toThrow(RangeError)
  })
})
