/** What a person did that the server has to hear of exactly once. */
export type Action =
  | { kind: 'start'; workflowId: string }
  | { kind: 'send'; conversationId: string; text: string }
  | {
      kind: 'card'
      conversationId: string
      cardId: string
      actionId: string
      inputs: Record<string, string>
      /** What the pressed button says. */
      title: string
    }

/** An action with the idempotency key it keeps until it is answered. */
export type Posted = Action & { key: string /** Milliseconds since 1970. */; at: number }

/** Actions that are not answered yet. */
export type Outbox = {
  /** Those of a conversation, or the start of one; oldest first. */
  pending: (conversationId: string | null) => Posted[]
  put: (posted: Posted) => void
  remove: (key: string) => void
}

const NAME = 'turnwise.outbox'
/** After this the server may have forgotten the key, and sending again could do it twice. */
export const KEY_LIFE = 23 * 60 * 60 * 1000

/** Gives an action its key. */
export const posted = (action: Action): Posted => ({
  ...action,
  key: crypto.randomUUID(),
  at: Date.now()
})

/**
 * Keeps actions over a reload, a crash of the browser and a night without network, so that the same
 * key can ask for their answer.
 *
 * A start is kept for its tab alone: another tab that is opened meanwhile has nothing to do with it.
 */
export function createOutbox(tab: Storage, browser: Storage): Outbox {
  const home = ({ kind }: Action): Storage => (kind === 'start' ? tab : browser)
  return {
    pending: conversationId => {
      const kept = read(conversationId === null ? tab : browser)
      return kept.filter(one =>
        one.kind === 'start' ? conversationId === null : one.conversationId === conversationId
      )
    },
    put: one => write(home(one), [...read(home(one)).filter(({ key }) => key !== one.key), one]),
    remove: key => {
      for (const storage of [tab, browser]) {
        const kept = read(storage)
        const left = kept.filter(one => one.key !== key)
        if (left.length < kept.length) write(storage, left)
      }
    }
  }
}

function read(storage: Storage): Posted[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(NAME) ?? '[]')
    return Array.isArray(value) ? value.filter(isPosted) : []
  } catch {
    return []
  }
}

function write(storage: Storage, posted: readonly Posted[]): void {
  try {
    if (posted.length === 0) storage.removeItem(NAME)
    else storage.setItem(NAME, JSON.stringify(posted))
  } catch {
    // A full or forbidden storage costs the retry after a reload, not the message.
  }
}

/** Storage is shared with whatever else ran on this origin. */
function isPosted(value: unknown): value is Posted {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Record<string, unknown>
  const texts = (...names: string[]): boolean => names.every(name => typeof one[name] === 'string')
  if (!texts('key') || typeof one.at !== 'number') return false
  if (one.kind === 'start') return texts('workflowId')
  if (one.kind === 'send') return texts('conversationId', 'text')
  return (
    one.kind === 'card' &&
    texts('conversationId', 'cardId', 'actionId', 'title') &&
    typeof one.inputs === 'object' &&
    one.inputs !== null
  )
}
