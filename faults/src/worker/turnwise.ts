import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { createEngine, isTurnwiseError, type Store, type Turn } from '@turnwise/engine'
import type { Subject, Told } from './subject.ts'
import { workflows } from './workflows.ts'

/** The one user of all conversations. */
export const me = { tenant: 'faults', user: 'me' }

/** The engine over a store, as a server would run it. */
export const turnwise = async (
  store: Store,
  { agent, lease, queueWait }: { agent: string; lease: number; queueWait: number }
): Promise<Subject> => {
  const engine = createEngine({
    store,
    workflows,
    lease,
    queueWait,
    channel: ({ id }) =>
      copilotStudioChannel({
        directConnectUrl: `${agent}/agent`,
        token: 'faults',
        resend: id === 'safe' ? 'safe' : 'unsafe',
        recoverDeadline: 3 * lease
      }),
    observer(observation) {
      if (observation.event === 'bug') console.error('bug:', observation.error)
    }
  })
  await engine.recover()
  const at = (conversation: string) => ({ ...me, conversation })

  return {
    start: ({ key, workflow }) =>
      told(() => engine.startWorkflow(me, { workflowId: workflow }, { key })),
    send: ({ conversation, text, ...options }) =>
      told(() => engine.processUserInput(me, { conversationId: conversation, text }, options)),
    stop: conversation => engine.stop(me, conversation),
    erase: conversation => engine.deleteConversation(me, conversation),
    async history(conversation) {
      const head = await store.head(at(conversation))
      if (head === null) return null
      const entries = await store.entries(at(conversation), { limit: 1_000_000 })
      const records = await Promise.all(
        entries.map(async ({ tid }) => [tid, await store.record(at(conversation), tid)] as const)
      )
      return { head, entries, records: Object.fromEntries(records.flatMap(known)) }
    },
    events: (conversation, after, signal) => engine.events(me, conversation, after, signal)
  }
}

const known = <T>([tid, record]: readonly [string, T | null]): [string, T][] =>
  record === null ? [] : [[tid, record]]

/** What becomes of a turn, with thrown failures told as well. */
const told = async (handIn: () => Promise<Turn>): Promise<Told> => {
  try {
    const result = await (await handIn()).result
    return result.kind === 'answered'
      ? { kind: 'answered', answer: result.answer }
      : { kind: 'failed', failure: result.failure, answer: result.answer }
  } catch (error) {
    if (!isTurnwiseError(error)) throw error
    return { kind: 'refused', code: error.code, retryable: error.retryable }
  }
}
