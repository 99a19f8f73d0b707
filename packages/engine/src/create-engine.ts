import type { ForkRequest, OrchestrateRequest } from '@turnwise/schema'
import { type ContextSettings, usualContext } from './context/context-settings.ts'
import { after } from './conversation/after.ts'
import { backgroundWork } from './conversation/background.ts'
import { forkPoint } from './conversation/fork-point.ts'
import { type Action, addressOf, handIn } from './conversation/hand-in.ts'
import { knownWorkflows } from './conversation/known-workflows.ts'
import { lanes } from './conversation/lanes.ts'
import { liveEvents } from './conversation/live-events.ts'
import { listConversations, readConversation } from './conversation/read-conversation.ts'
import { readHistory } from './conversation/read-history.ts'
import { recover } from './conversation/recover.ts'
import { replayConversation } from './conversation/replay-conversation.ts'
import type { Caller, Engine, Turn, TurnOptions } from './engine.ts'
import { shuttingDown, TurnwiseError } from './errors.ts'
import { dueAgain, owedBy } from './outlet/owed.ts'
import { postman } from './outlet/postman.ts'
import { type Budget, unlimitedBudget } from './ports/budget.ts'
import type { Channel } from './ports/channel.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { ContextSource } from './ports/context-source.ts'
import type { Observer } from './ports/observer.ts'
import type { Outlet } from './ports/outlet.ts'
import type { Store } from './ports/store.ts'
import type { Route, TurnInput, WorkflowReference } from './ports/stored-conversation.ts'
import type { ReplyRules } from './reply/rules.ts'
import { AgentCircuits, type CircuitSettings } from './turn/agent-circuits.ts'
import { heartbeat } from './turn/heartbeat.ts'
import { guidOf, turnIdOf } from './turn/identity.ts'
import { type Parts, silenced } from './turn/parts.ts'
import { initialState } from './workflow/initial-state.ts'
import type { Workflow } from './workflow/workflow.ts'

/** What an engine is made of. Times in milliseconds. */
export type EngineOptions = {
  store: Store
  /** The way to the agent, or one for each workflow. */
  channel: Channel | ((workflow: WorkflowReference) => Channel)
  workflows: readonly Workflow[]
  /** Id of the workflow that a start without one gets; the first when absent. */
  defaultWorkflow?: string
  clock?: Clock
  observer?: Observer
  budget?: Budget
  sources?: readonly ContextSource[]
  /** Defaults: `brackets`, 2,000 characters, with a nonce; a workflow may say otherwise. */
  context?: Partial<ContextSettings> & {
    /** Measures a text for the budget, for instance in tokens; its length when absent. */
    count?: (text: string) => number
  }
  /** Longest text of a user in UTF-16 units; default 32,000. */
  inputMax?: number
  /** How long a worker keeps a conversation without a sign of life; default 30,000. */
  lease?: number
  /** How long a message waits for others before it is withdrawn; default 60,000. */
  queueWait?: number
  /** When an agent that keeps failing is left alone; default 5 failures in a row, for 1 to 30 seconds. */
  circuit?: Partial<CircuitSettings>
  /** What of a reply may reach a person. */
  rules?: ReplyRules
  /** Who hears of every turn once it is committed, such as a webhook. */
  outlets?: readonly Outlet[]
}

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
  const parts: Parts = {
    ...partsOf(options),
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

  const fork = async (caller: Caller, request: ForkRequest, turn: TurnOptions): Promise<Turn> => {
    const { conversationId, turn: number = null } = request
    const key = turn.key ?? crypto.randomUUID()
    const owner = ownerOf(caller)
    const tid = await turnIdOf({ ...owner, conversation: conversationId, route: 'fork', key })
    const point = await forkPoint(store, addressOf(caller, conversationId), number)
    const action: Action = {
      route: 'start',
      conversation: await guidOf('conversation', tid),
      tid,
      request,
      input: { kind: 'start', locale: '', seed: {} },
      // Without its origin a fork cannot be made, but one that has been made is still found.
      create: null
    }
    if (point === null) return submit(caller, action, turn)
    return submit(
      caller,
      {
        ...action,
        input: { kind: 'start', locale: point.create.locale, seed: {}, fork: point.fork },
        create: { ...point.create, ref: await guidOf('far side', tid) }
      },
      turn
    )
  }

  return {
    fork: (caller, request, turn = {}) => fork(caller, request, turn),
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

/** The newest version of each workflow: the one that a new conversation gets. */
const newest = (workflows: readonly Workflow[]): ReadonlyMap<string, Workflow> => {
  const known = new Set(workflows.map(({ id, version }) => `${id} ${version}`))
  if (known.size < workflows.length)
    throw new TurnwiseError('ERR_WORKFLOW_INVALID', 'Two workflows have the same id and version.')
  const rising = workflows.toSorted((one, other) => one.version - other.version)
  return new Map(rising.map(workflow => [workflow.id, workflow]))
}

/** The very version of a workflow, else the newest one that takes over from it. */
const workflowFor =
  (workflows: readonly Workflow[]) =>
  ({ id, version }: WorkflowReference): Workflow | null => {
    const falling = workflows
      .filter(workflow => workflow.id === id)
      .toSorted((one, other) => other.version - one.version)
    return (
      falling.find(workflow => workflow.version === version) ??
      falling.find(({ migrate }) => migrate.has(version)) ??
      null
    )
  }

const usualCircuit: CircuitSettings = { failures: 5, rest: 1000, longestRest: 30_000 }

const unknownWorkflow = (id: string): TurnwiseError =>
  new TurnwiseError('ERR_WORKFLOW_UNKNOWN', `There is no workflow ${JSON.stringify(id)}.`)

const partsOf = ({ channel, ...options }: EngineOptions): Omit<Parts, 'closing' | 'send'> => {
  const clock = options.clock ?? systemClock
  const lease = options.lease ?? 30_000
  const observe = silenced(options.observer)
  return {
    store: options.store,
    channel: typeof channel === 'function' ? channel : () => channel,
    clock,
    budget: options.budget ?? unlimitedBudget,
    sources: options.sources ?? [],
    observe,
    circuits: new AgentCircuits(clock, { ...usualCircuit, ...options.circuit }, observe),
    workflow: workflowFor(options.workflows),
    context: { ...usualContext, ...options.context },
    count: options.context?.count ?? (text => text.length),
    inWords: new Set(),
    rules: options.rules ?? {},
    outlets: options.outlets ?? [],
    owner: crypto.randomUUID(),
    lease,
    heartbeat: heartbeat(options.store, clock, lease),
    workflowOf: knownWorkflows(),
    queueWait: options.queueWait ?? 60_000,
    tokens: new Map()
  }
}

const refuseLongText = (text: string, most: number): void => {
  if (text.length > most)
    throw new TurnwiseError('ERR_INPUT_TOO_LARGE', `A message has at most ${most} characters.`)
}
