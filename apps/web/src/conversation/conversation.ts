import type { LiveEvent, Problem } from '@turnwise/schema'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Connection } from '../connection/connection.ts'
import { type Action, KEY_LIFE, type Outbox, type Posted, posted } from '../connection/outbox.ts'
import { problemIn, tooOld } from '../connection/problem-in.ts'
import { applyEvent } from './apply-event.ts'
import { applyEarlier, applyView } from './apply-view.ts'
import { gathered } from './gathered.ts'
import { liveTurns } from './live-turns.ts'
import { postTurn } from './post-turn.ts'
import { type ConversationState, initialState, runningTurn } from './state.ts'

/** A conversation that is open on this page: what is known of it, and what can be done. */
export type Conversation = StoreApi<ConversationState> & {
  send: (text: string) => void
  submit: (card: Omit<Extract<Action, { kind: 'card' }>, 'kind' | 'conversationId'>) => void
  stop: () => Promise<void>
  /** Does what is stuck again: with the same key, or as something new where that is what helps. */
  again: (key: 'same-key' | 'new-key') => void
  /** Takes what is stuck back; a text returns to the composer. */
  takeBack: () => void
  write: (draft: string) => void
  read: () => Promise<void>
  readEarlier: () => Promise<void>
  close: () => void
}

export type ConversationSetting = {
  connection: Connection
  outbox: Outbox
  /** The conversation has got its id. */
  onNamed: (id: string) => void
  /** A turn has ended. */
  onTurn: () => void
}

const PAGE = 30

/** Opens a conversation by its id, or starts one by the action of its start. */
export function openConversation(
  from: string | Posted,
  setting: ConversationSetting
): Conversation {
  const { connection, outbox } = setting
  const { client, reachability } = connection
  const store = createStore(() => initialState(typeof from === 'string' ? from : null))
  const { getState, setState } = store
  const life = new AbortController()
  const over = (): boolean => life.signal.aborted
  let reads = 0

  const read = async (): Promise<void> => {
    const { id } = getState()
    if (id === null || over()) return
    reads += 1
    const mine = reads
    try {
      const view = await client.conversation(id, { limit: PAGE }, { signal: life.signal })
      if (mine === reads && !over()) setState(state => applyView(state, view))
    } catch (error) {
      if (over()) return
      const problem = problemIn(error)
      if (problem.status === 404) return setState({ phase: 'missing', running: null })
      if (problem.code === 'ERR_NETWORK') {
        await reachability.whenReachable(life.signal).catch(() => {})
        return read()
      }
      if (getState().phase === 'loading') setState({ phase: 'unreadable' })
    }
  }

  const live = liveTurns({
    connection,
    read,
    state: getState,
    take: event => setState(state => applyEvent(state, event)),
    ended: setting.onTurn
  })

  const post = async (own: Posted): Promise<void> => {
    live.pause()
    outbox.put(own)
    setState({ running: runningTurn(own), stuck: null })
    for await (const events of gathered(postTurn(client, own, life.signal))) {
      if (over()) return
      const failure = events.find(({ event }) => event === 'turn-failed')
      setState(state => events.filter(passes).reduce(applyEvent, state))
      if (failure?.event === 'turn-failed') await failed(own, failure.data)
      if (events.some(({ event }) => event === 'turn-committed')) finished(own)
    }
    if (getState().stuck?.problem.code === 'ERR_CONVERSATION_REGRESSED') return
    if (!over()) live.resume()
  }

  const finished = (own: Posted): void => {
    outbox.remove(own.key)
    const { id } = getState()
    if (own.kind === 'start' && id !== null) setting.onNamed(id)
    setting.onTurn()
  }

  const failed = async (own: Posted, problem: Problem): Promise<void> => {
    const turn = getState().running?.turn ?? null
    const stuck = { own, problem, turn }
    setState({ running: null, stuck })
    if (problem.retry !== 'same-key') outbox.remove(own.key)
    if (problem.code !== 'ERR_NETWORK' || reachability.getState().reachable) return
    await reachability.whenReachable(life.signal).catch(() => {})
    if (getState().stuck === stuck && !over()) await post(own)
  }

  const act = (action: Action): void => {
    if (getState().running === null && !over()) void post(posted(action))
  }

  const begin = async (): Promise<void> => {
    if (typeof from !== 'string') return post(from)
    await read()
    const [waiting] = outbox.pending(from)
    if (getState().phase !== 'ready') return
    if (waiting === undefined) return live.resume()
    if (Date.now() - waiting.at < KEY_LIFE) return post(waiting)
    outbox.remove(waiting.key)
    setState({ stuck: { own: waiting, problem: tooOld, turn: null } })
    live.resume()
  }
  void begin()

  return {
    ...store,
    // What could not be opened is opened again, not only read.
    read: () => (getState().phase === 'unreadable' ? begin() : read()),
    send: text => {
      const { id } = getState()
      if (id === null) return
      act({ kind: 'send', conversationId: id, text })
      if (getState().running?.own?.kind === 'send') setState({ draft: '' })
    },
    submit: card => {
      const { id } = getState()
      if (id !== null) act({ kind: 'card', conversationId: id, ...card })
    },
    stop: async () => {
      const { id, running } = getState()
      if (id === null || running === null) return
      setState({ running: { ...running, stopping: true } })
      await client.stop(id).catch(() => {
        setState(state =>
          state.running === null ? state : { running: { ...state.running, stopping: false } }
        )
      })
    },
    again: key => {
      const { stuck } = getState()
      if (stuck === null) return
      void post(key === 'same-key' ? stuck.own : { ...posted(stuck.own) })
    },
    takeBack: () => {
      const { stuck } = getState()
      if (stuck === null) return
      outbox.remove(stuck.own.key)
      setState(state => ({
        stuck: null,
        draft: stuck.own.kind === 'send' ? stuck.own.text : state.draft
      }))
      live.resume()
    },
    write: draft => setState({ draft }),
    readEarlier: async () => {
      const { id, before } = getState()
      if (id === null || before === null) return
      const page = { before, limit: PAGE }
      const view = await client.conversation(id, page, { signal: life.signal }).catch(() => null)
      if (view !== null && !over()) setState(state => applyEarlier(state, view))
    },
    close: () => {
      life.abort()
      live.close()
    }
  }
}

const passes = ({ event }: LiveEvent): boolean => event !== 'turn-failed'
