import { setTimeout as sleep } from 'node:timers/promises'
import { type Grant, isTurnwiseError } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { commitOf, granted } from './turns.ts'

// Commits turns and says so of each; says what an operation fails with, and tries it again.
const [file = ''] = process.argv.slice(2)
const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)
const codeOf = (error: unknown): string => (isTurnwiseError(error) ? error.code : String(error))

const store = await sqliteStore({ file }).catch((error: unknown) => {
  say({ refused: codeOf(error) })
  process.exit(0)
})

const persist = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      say({ failed: codeOf(error) })
      const head = await store.head({ tenant: 't', user: 'u', conversation: 'c' }).catch(() => null)
      say({ read: head?.version ?? null })
      await sleep(50)
    }
  }
}

for (let number = 1; ; number += 1) {
  const grant: Grant = await persist(() => granted(store, `turn-${number}`))
  const request = commitOf(grant)
  // A length that compressing does not take away.
  const queries = [Array.from({ length: 200 }, () => crypto.randomUUID()).join()]
  const entry = { ...request.entry, queries }
  await persist(() => store.commit(grant, { ...request, entry }))
  say({ committed: number, hash: entry.hash })
}
