import { createEngine, defineWorkflow, type Store, z } from '@turnwise/engine'
import { InstantAgent } from '../agent.ts'
import type { Host, Place } from '../contestant.ts'
import { instantChannel } from './instant-channel.ts'

const workflow = defineWorkflow({
  id: 'desk-booking',
  version: 1,
  title: 'Book a desk',
  data: z.object({ floor: z.int(), date: z.iso.date(), standing: z.boolean().optional() }),
  context: { constraints: ['Ask for one thing at a time'] }
})

/** The whole engine over a store; only HTTP is left out, as it is for the peers. */
export async function turnwiseHost(store: Store, { folder }: Place, user = 'bench'): Promise<Host> {
  const me = { tenant: 'bench', user }
  const engine = createEngine({
    store,
    channel: instantChannel(new InstantAgent(folder)),
    workflows: [workflow],
    lease: 2000
  })
  await engine.recover()
  return {
    async begin() {
      const { conversationId, result } = await engine.startWorkflow(me, {})
      await result
      return conversationId
    },
    async send(conversationId, { id, text }) {
      const turn = await engine.processUserInput(me, { conversationId, text }, { key: id })
      const result = await turn.result
      if (result.kind !== 'answered') throw new Error(result.failure.message)
      return result.answer.messages.map(message => message.text).join('\n')
    },
    async userMessages(conversationId) {
      const view = await engine.readConversation(me, conversationId, { before: null, limit: 100 })
      return (view?.messages ?? [])
        .filter(({ role }) => role === 'user')
        .map(({ text = '' }) => text)
    },
    async close() {
      await engine.drain(5000)
      await store.close()
    }
  }
}
