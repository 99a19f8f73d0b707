import { sqliteStore } from '@turnwise/stores/sqlite'
import { commitOf, granted } from './turns.ts'

// Commits turns in several conversations until it is killed, and says so of each after it has landed;
// with `early` before, as nobody should.
const [file = '', manner] = process.argv.slice(2)
const store = await sqliteStore({ file })

const write = async (conversation: string): Promise<never> => {
  for (let number = 1; ; number += 1) {
    const grant = await granted(store, `turn-${number}`, {}, conversation)
    const request = commitOf(grant)
    const { hash } = request.entry
    const acknowledgement = `${JSON.stringify({ conversation, number, hash })}\n`
    if (manner === 'early') process.stdout.write(acknowledgement)
    await store.commit(grant, request)
    if (manner !== 'early') process.stdout.write(acknowledgement)
  }
}
await Promise.all(['a', 'b', 'c', 'd'].map(write))
