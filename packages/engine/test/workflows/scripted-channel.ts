import {
  type Channel,
  createEngine,
  type Engine,
  type EngineOptions,
  type Store,
  type TurnResult,
  type Workflow
} from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { onTestFinished, vi } from 'vitest'
import { answered, me } from '../turn/harness.ts'

/** What the agent says in one turn: activities as they come over the wire. */
export type Said = readonly Record<string, unknown>[]

/** A message that carries an envelope in `activity.value`, beside its words. */
export const says = (envelope: Record<string, unknown>, text = 'Well.'): Said => [
  { type: 'message', text, value: envelope }
]

/** An engine whose agent says exactly what a test tells it to, in this process. */
export type Stage = {
  engine: Engine
  /** Inputs the agent was given, in order. */
  heard: string[]
  store: Store
  /** Milliseconds that pass at once, for the store as well. */
  pass: (milliseconds: number) => void
  start: (greeting?: Said) => Promise<string>
  turn: (conversationId: string, reply: Said, text?: string) => Promise<TurnResult>
  press: (
    conversationId: string,
    cardId: string,
    actionId: string,
    reply: Said,
    inputs?: Record<string, string | number>
  ) => Promise<TurnResult>
}

export const stage = (
  workflows: Workflow | readonly Workflow[],
  options: Partial<EngineOptions> = {}
): Stage => {
  const heard: string[] = []
  const store = options.store ?? memoryStore()
  let next: Said = []
  async function* speak(): ReturnType<Channel['start']> {
    for (const [index, activity] of next.entries())
      yield {
        type: 'activity',
        raw: JSON.stringify({ id: `a${index}`, from: { role: 'bot' }, ...activity })
      }
    yield { type: 'end' }
  }
  const channel: Channel = {
    id: 'stage',
    capabilities: {
      resend: 'unsafe',
      needsUser: false,
      maxInput: 1_000_000,
      streams: false,
      cards: true
    },
    start: () => speak(),
    send(input) {
      heard.push(input.kind === 'text' ? input.text : JSON.stringify(input.value))
      return speak()
    }
  }
  const engine = createEngine({
    store,
    channel,
    workflows: [workflows].flat(),
    ...options
  })
  const run = async (reply: Said, begin: () => ReturnType<Engine['startWorkflow']>) => {
    next = reply
    const turn = await begin()
    return { conversationId: turn.conversationId, result: await turn.result }
  }
  return {
    engine,
    heard,
    store,
    pass: milliseconds => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
      onTestFinished(() => {
        vi.useRealTimers()
      })
    },
    async start(greeting = [{ type: 'message', text: 'Hello.' }]) {
      const { conversationId, result } = await run(greeting, () => engine.startWorkflow(me, {}))
      answered(result)
      return conversationId
    },
    turn: async (conversationId, reply, text = 'Go on') =>
      (await run(reply, () => engine.processUserInput(me, { conversationId, text }))).result,
    press: async (conversationId, cardId, actionId, reply, inputs = {}) => {
      const pressed = { conversationId, cardId, actionId, inputs }
      return (await run(reply, () => engine.processCardAction(me, pressed))).result
    }
  }
}
