import { type CopilotStudioSettings, copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { type LogView, type ScriptInput, startEmulator } from '@turnwise/emulator'
import {
  type Caller,
  type Channel,
  createEngine,
  type Engine,
  type EngineOptions,
  type Observation,
  type Store,
  type TurnResult
} from '@turnwise/engine'
import type { QueryTemplate } from '@turnwise/schema'
import { memoryStore } from '@turnwise/stores/memory'
import { onTestFinished } from 'vitest'
import smallTalk from '../../../../workflows/small-talk.ts'
import travelRequest from '../../../../workflows/travel-request.ts'

/** An engine over a real emulator on loopback, with what tests ask of both. */
export type Bench = {
  engine: Engine
  store: Store
  observed: Observation[]
  /** Starts a conversation and returns its id. */
  start: (workflowId?: string) => Promise<string>
  send: (conversationId: string, text: string, key?: string) => Promise<TurnResult>
  script: (...turns: ScriptInput['turns']) => Promise<void>
  log: () => Promise<LogView>
  /** Messages that reached the agent, starts not counted. */
  posts: () => Promise<number>
}

export const me: Caller = { tenant: 'local', user: 'local' }

export const openBench = async (
  options: Partial<EngineOptions> & {
    channelSettings?: Partial<CopilotStudioSettings>
    /** The channel takes no submits of cards. */
    withoutCards?: boolean
    /** Changes what the channel can do. */
    adapt?: (channel: Channel) => Channel
    /** How queries are written, when that is no named format. */
    template?: QueryTemplate
  } = {}
): Promise<Bench> => {
  const { template } = options
  const emulator = await startEmulator({ port: 0, ...(template === undefined ? {} : { template }) })
  onTestFinished(() => emulator.close())
  const store = options.store ?? memoryStore()
  const observed: Observation[] = []
  const { channelSettings, withoutCards = false, adapt, ...engineOptions } = options
  const engine = createEngine({
    channel({ id }) {
      const channel = copilotStudioChannel({
        directConnectUrl: `${emulator.url}/copilotstudio/dataverse-backed/authenticated/bots/${id}`,
        token: 'bench',
        recoverDeadline: 1500,
        ...channelSettings
      })
      if (adapt !== undefined) return adapt(channel)
      return withoutCards
        ? { ...channel, capabilities: { ...channel.capabilities, cards: false } }
        : channel
    },
    workflows: [travelRequest, smallTalk],
    observer: observation => observed.push(observation),
    ...engineOptions,
    store
  })
  const log = async (): Promise<LogView> =>
    (await (await fetch(`${emulator.url}/_emulator/log`)).json()) as LogView
  return {
    engine,
    store,
    observed,
    log,
    async start(workflowId = 'travel-request') {
      const turn = await engine.startWorkflow(me, { workflowId })
      await turn.result
      return turn.conversationId
    },
    async send(conversationId, text, key) {
      const options = key === undefined ? {} : { key }
      return (await engine.processUserInput(me, { conversationId, text }, options)).result
    },
    async script(...turns) {
      const response = await fetch(`${emulator.url}/_emulator/script`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ turns })
      })
      if (!response.ok) throw new Error(await response.text())
    },
    posts: async () => (await log()).requests.filter(({ kind }) => kind === 'turn').length
  }
}

/** The answer of a turn that must have one. */
export const answered = (result: TurnResult) => {
  if (result.kind !== 'answered') throw new Error(`not answered: ${JSON.stringify(result.failure)}`)
  return result.answer
}

/** Everything of a conversation that a turn that did not happen must leave as it was. */
export const snapshot = async (bench: Bench, conversationId: string) =>
  bench.engine.readConversation(me, conversationId, { before: null, limit: 50 })
