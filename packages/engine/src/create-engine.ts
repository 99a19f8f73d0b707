import type { OrchestrateRequest } from '@turnwise/schema'
import { after } from './conversation/after.ts'
import { backgroundWork } from './conversation/background.ts'
import { forkAction } from './conversation/fork.ts'
import { type Action, addressOf, handIn } from './conversation/hand-in.ts'
import { lanes } from './conversation/lanes.ts'
import { liveEvents } from './conversation/live-events.ts'
import { listConversations, readConversation } from './conversation/read-conversation.ts'
import { readHistory } from './conversation/read-history.ts'
import { recover } from './conversation/recover.ts'
import { replayConversation } from './conversation/replay-conversation.ts'
import type { Caller, Engine, Turn, TurnOptions } from './engine.ts'
import { type EngineOptions, partsOf } from './engine-options.ts'
import { shuttingDown, TurnwiseError } from './errors.ts'
import { dueAgain, owedBy } from './outlet/owed.ts'
import { postman } from './outlet/postman.ts'
import type { Route, TurnInput } from './ports/stored-conversation.ts'
import { admissions } from './turn/admissions.ts'
import { guidOf, turnIdOf } from './turn/identity.ts'
import type { Parts } from './turn/parts.ts'
import { initialState } from './workflow/initial-state.ts'
import { newest, unknownWorkflow } from './workflow/offered.ts'

/**
 * Makes an engine: conversations over a store and a channel, without HTTP.
 *
 * @throws TurnwiseError `ERR_WORKFLOW_INVALID` when two workflows share id and version; the newest
 *   version of an id is the one that is started
 */
export const createEngine = (options: EngineOptions): Engine => {
  const workflows = newest(options.workflows)
  const fallback = options.defaultWorkflow ?? options.workflows[0]?.id ?? ''
  if (!workflows.has(fallback)) throw unknownWorkflow(fallback)
  const { store } = options
  const closing = new AbortController()
  const own = partsOf(options)
  const parts: Parts = {
    ...own,
    admissions: admissions(store, own.clock, own.owner, closing.signal),
    closing: closing.signal,
    send: address => post.send(address)
  }
  const background = backgroundWork(parts)
  const post = postman(parts, background.run)
  const inOrder = lanes()

  const submit = async (caller: Caller, action: Action, turn: TurnOptions): Promise<Turn> => {
    if (closing.signal.aborted) throw shuttingDown()
    return handIn(caller, action, turn, parts, background.run)
  }

  const start = async (
    caller: Caller,
    request: { workflowId?: string; locale?: string },
    seed: { step?: string; data?: Record<string, unknown> },
    turn: TurnOptions & { key: string },
    route: Route = 'start'
  ): Promise<Turn> => {
    const workflow = workflows.get(request.workflowId ?? fallback)
    if (workflow === undefined) throw unknownWorkflow(request.workflowId ?? fallback)
    const { tenant, user } = caller
    const tid = await turnIdOf({ tenant, user, conversation: '', route, key: turn.key })
    const locale = request.locale ?? 'en-US'
    return submit(
      caller,
      {
        route: 'start',
        conversation: await guidOf('conversation', tid),
        tid,
        request: [request, seed],
        input: { kind: 'start', locale, seed },
        create: {
          title: workflow.title,
          workflow: { id: workflow.id, version: workflow.version },
          ref: await guidOf('far side', tid),
          locale,
          state: initialState(workflow, seed)
        }
      },
      turn
    )
  }

  const proceed = async (
    caller: Caller,
    route: Exclude<Route, 'start'>,
    request: { conversationId: string },
    input: TurnInput,
    turn: TurnOptions
  ): Promise<Turn> => {
    if (input.kind === 'text') refuseLongText(input.text, options.inputMax ?? 32_000)
    const conversation = request.conversationId
    const key = turn.key ?? crypto.randomUUID()
    return inOrder(conversation, async () => {
      const tid = await turnIdOf({ ...ownerOf(caller), conversation, route, key })
      return submit(caller, { route, conversation, tid, request, input, create: null }, turn)
    })
  }

  /** Opens a conversation and sends a query to it; a repeat finds the same conversation. */
  const openAndSend = async (
    caller: Caller,
    request: OrchestrateRequest,
    input: TurnInput,
    turn: TurnOptions & { key: string }
  ): Promise<Turn> => {
    const { workflowId, workflowContext: context } = request
    const seed = {
      ...(context?.step === undefined ? {} : { step: context.step }),
      ...(context?.collectedData === undefined ? {} : { data: context.collectedData })
    }
    const wanted = workflowId === undefined ? {} : { workflowId }
    const opening = await start(caller, wanted, seed, { key: turn.key }, 'orchestrate')
    const { conversationId } = opening
    return after(opening, () =>
      proceed(caller, 'orchestrate', { ...request, conversationId }, input, turn)
    )
  }

  return {
    async fork(caller, request, turn = {}) {
      const key = turn.key ?? crypto.randomUUID()
      return submit(caller, await forkAction(store, caller, request, key), turn)
    },
    startWorkflow: (caller, request, turn = {}) =>
      start(caller, request, {}, { ...turn, key: turn.key ?? crypto.randomUUID() }),
    processUserInput: (caller, request, turn = {}) =>
      proceed(caller, 'send', request, { kind: 'text', text: request.text, constraints: [] }, turn),
    processCardAction: (caller, request, turn = {}) =>
      proceed(
        caller,
        'card-action',
        request,
        {
          kind: 'card',
          cardId: request.cardId,
          actionId: request.actionId ?? null,
          inputs: request.inputs ?? request.data ?? {}
        },
        turn
      ),
    async orchestrate(caller, request, turn = {}) {
      refuseLongText(request.query, options.inputMax ?? 32_000)
      const key = turn.key ?? crypto.randomUUID()
      const constraints = request.workflowContext?.constraints ?? []
      const input: TurnInput = { kind: 'text', text: request.query, constraints }
      const { conversationId } = request
      return conversationId === undefined
        ? openAndSend(caller, request, input, { ...turn, key })
        : proceed(caller, 'orchestrate', { ...request, conversationId }, input, { ...turn, key })
    },
    readConversation: (caller, id, page) => readConversation(parts, addressOf(caller, id), page),
    history: (caller, id, page) => readHistory(store, addressOf(caller, id), page),
    replay: (caller, id, { schema } = {}) =>
      replayConversation(parts, addressOf(caller, id), schema),
    listConversations: (caller, page) => listConversations(store, ownerOf(caller), page),
    deleteConversation: async (caller, id) =>
      (await store.erase(addressOf(caller, id))) === 'erased',
    async stop(caller, id) {
      const address = addressOf(caller, id)
      return (await store.head(address)) === null ? null : store.stop(address)
    },
    async events(caller, id, after, signal) {
      const address = addressOf(caller, id)
      return (await store.head(address)) === null ? null : liveEvents(store, address, after, signal)
    },
    workflows: () =>
      [...workflows.values()].map(({ id, version, title }) => ({
        id,
        version,
        title,
        default: id === fallback
      })),
    async recover() {
      if (closing.signal.aborted) return
      await recover(parts, background.run)
      post.walk()
    },
    undelivered: caller => owedBy(store, caller),
    async deliverAgain(caller, id) {
      const address = await dueAgain(store, caller, id)
      if (address !== null) post.send(address)
      return address !== null
    },
    circuits: () => ({ agents: parts.circuits.list(), conversations: parts.inWords.size }),
    async drain(milliseconds) {
      closing.abort()
      post.stop()
      await background.settled(milliseconds)
    }
  }
}

const ownerOf = ({ tenant, user }: Caller): { tenant: string; user: string } => ({ tenant, user })

const refuseLongText = (text: string, most: number): void => {
  if (text.length > most)
    throw new TurnwiseError('ERR_INPUT_TOO_LARGE', `A message has at most ${most} characters.`)
}
