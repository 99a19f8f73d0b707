import type { Grant, GrantKey, Store } from '@turnwise/engine'
import { tellParent } from '../house/tell-parent.ts'

/** Where a worker can be caught, in the order in which a turn passes them. */
export const pointNames = [
  'admit',
  'asking',
  'agent',
  'journal',
  're-ask',
  'committing',
  'commit',
  'queue',
  'ack'
] as const

/**
 * A point of a turn: after it was admitted, after it was marked as being asked, after the agent has
 * answered, after its reply was journaled, after the second question was marked, right before and
 * right after it is committed, when the commit has granted the next one of the queue as well, and
 * before its request is answered.
 */
export type PointName = (typeof pointNames)[number]

/** What happens at a point when a turn gets there. */
export type Failpoint = {
  at: PointName
  /**
   * `kill` and `stop` send the worker the signal; `hold` keeps the turn there until it is released;
   * `tell` only tells.
   */
  action: 'kill' | 'stop' | 'hold' | 'tell'
  /** Only for turns of this conversation. */
  conversation?: string
}

/** The failpoint of this process: at most one is armed, and it works once. */
export class Failpoints {
  #armed: Failpoint | null = null
  #release: () => void = () => {}

  arm(failpoint: Failpoint): void {
    this.#armed = failpoint
  }

  release(): void {
    this.#release()
  }

  /** A turn has come to a point. */
  async reach(at: PointName, conversation: string): Promise<void> {
    const armed = this.#armed
    if (armed?.at !== at) return
    if (armed.conversation !== undefined && armed.conversation !== conversation) return
    this.#armed = null
    const held = new Promise<void>(resolve => {
      this.#release = resolve
    })
    tellParent({ reached: at, conversation })
    if (armed.action === 'kill') process.kill(process.pid, 'SIGKILL')
    if (armed.action === 'stop') process.kill(process.pid, 'SIGSTOP')
    if (armed.action === 'hold') await held
  }
}

/** A store whose callers pass the failpoints. It tells too which turns may have been asked unheard. */
export const withFailpoints = (store: Store, points: Failpoints): Store => {
  const reach = (at: PointName, { address }: Pick<GrantKey, 'address'>) =>
    points.reach(at, address.conversation)
  const next = async (grant: Grant | null) => {
    if (grant !== null) await reach('queue', grant)
  }
  return {
    ...store,
    async admit(request) {
      const admission = await store.admit(request)
      if (admission.kind !== 'granted') return admission
      if (admission.marked) tellParent({ asking: request.tid })
      await reach('admit', request)
      if (admission.marked) await reach('asking', request)
      return admission
    },
    async asking(key, mark) {
      const marked = await store.asking(key, mark)
      if (marked === 'marked') {
        tellParent({ asking: key.tid })
        await reach(mark.ask === 0 ? 'asking' : 're-ask', key)
      }
      return marked
    },
    async journal(key, reply, sent) {
      await reach('agent', key)
      const journaled = await store.journal(key, reply, sent)
      tellParent({ journaled: key.tid })
      await reach('journal', key)
      return journaled
    },
    async commit(key, request) {
      await reach('committing', key)
      const committed = await store.commit(key, request)
      if (committed.kind === 'committed') {
        await next(committed.next)
        await reach('commit', key)
      }
      return committed
    }
  }
}
