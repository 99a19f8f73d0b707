import type { Address } from '../ports/stored-conversation.ts'
import type { Background } from '../turn/admit.ts'
import type { Parts } from '../turn/parts.ts'
import { deliver } from './deliver.ts'

/** Milliseconds between two looks at what other workers have left undelivered. */
const rounds = 30_000

/** Who brings events to the outlets, at once and again until they are taken. */
export type Postman = {
  /** Delivers what a conversation owes; returns at once. */
  send: (address: Address) => void
  /** Looks for what is owed, now and from time to time; goes on by itself once begun. */
  walk: () => void
  /** Begins nothing more. */
  stop: () => void
}

/** Makes the one of this worker. What is owed is in the store: a postman that dies forgets nothing. */
export const postman = (parts: Parts, background: Background): Postman => {
  const stopped = new AbortController()
  const { signal } = stopped
  const busy = new Set<string>()

  const send = (address: Address): void => {
    const key = JSON.stringify(address)
    if (signal.aborted || busy.has(key)) return
    busy.add(key)
    const delivery = deliver(address, parts).finally(() => busy.delete(key))
    background(delivery.then(() => {}))
    delivery.then(
      delay => {
        if (delay !== null) void later(delay, () => send(address))
      },
      () => {}
    )
  }

  const later = async (milliseconds: number, work: () => void): Promise<void> => {
    await parts.clock.sleep(milliseconds, signal)
    if (!signal.aborted) work()
  }

  const look = async (): Promise<void> => {
    const now = parts.clock.now()
    for (const { address, dueAt } of await parts.store.undelivered())
      if (dueAt !== null && dueAt <= now) send(address)
  }

  let walking = false
  const round = (): void => {
    background(look())
    void later(rounds, round)
  }

  return {
    send,
    walk() {
      if (!walking) round()
      walking = true
    },
    stop: () => stopped.abort()
  }
}
