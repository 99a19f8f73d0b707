import type { Case } from './case.ts'
import type { Answer, Ask } from './protocol.ts'
import address from './reader.worker.ts?worker&url'

/** Reads beside the page, so that typing never waits. */
export type Reader = {
  readonly ask: (ask: Ask) => void
  readonly close: () => void
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string }
  ) => { createScriptURL: (text: string) => string }
}

/** The one address a worker is made from; the policy of the page lets no other in. */
function trustedAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('turnwise#reader', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}

let trusted: string | undefined

/**
 * Starts a reader.
 *
 * Of the asks that come while one is being answered, only the last of its kind is kept.
 *
 * @param onAnswer gets the case the answer is about too
 */
export function startReader(onAnswer: (answer: Answer, one: Case) => void): Reader {
  trusted ??= trustedAddress()
  const worker = new Worker(trusted, { type: 'module' })
  let asked: Case | undefined
  let busy = false
  let nextRead: Ask | undefined
  let nextReplay: Ask | undefined

  const send = (ask: Ask): void => {
    if (ask.kind === 'read') asked = ask.case
    busy = true
    worker.postMessage(ask)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    busy = false
    if (asked !== undefined) onAnswer(data, asked)
    const ask = nextRead ?? nextReplay
    if (ask === nextRead) nextRead = undefined
    else nextReplay = undefined
    if (ask !== undefined) send(ask)
  })
  return {
    ask: ask => {
      if (!busy) send(ask)
      else if (ask.kind === 'read') nextRead = ask
      else nextReplay = ask
    },
    close: () => worker.terminate()
  }
}
