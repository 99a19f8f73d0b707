import { sqliteStore } from '@turnwise/stores/sqlite'
import { commitOf, granted } from './turns.ts'

// Commits turns in several conversations until it is killed, and says so of each after it has landed.
const [file = ''] = process.argv.slice(2)
const store = await sqliteStore({ file })

const write = async (conversation: string): Promise<never> => {
  for (let number = 1; ; number += 1) {
    const grant = await granted(store, `turn-${number}`, {}, conversation)
    const { hash } = commitOf(grant).entry
    await store.commit(grant, commitOf(grant))
    process.stdout.write(`${JSON.stringify({ conversation, number, hash })}\n`)
  }
}
await Promise.all(['a', 'b', 'c', 'd'].map(write))
