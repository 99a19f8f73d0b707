import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { InstantAgent } from '../agent.ts'
import type { Contestant } from '../contestant.ts'
import { instantModel } from './instant-model.ts'

const resource = 'bench'

/** An agent with memory in libSQL. Its window is its default: the last ten messages. */
export const mastra: Contestant = {
  title: 'Mastra, libSQL',
  package: '@mastra/core',
  store: 'sqlite',
  async open({ folder }) {
    const storage = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.sqlite')}` })
    await storage.init()
    const memory = new Memory({ storage })
    const agent = new Agent({
      id: 'bench',
      name: 'bench',
      instructions: 'Answer.',
      model: instantModel(new InstantAgent(folder)),
      memory
    })
    return {
      begin: async () => crypto.randomUUID(),
      async send(thread, { id, text }) {
        const message = { id, role: 'user' as const, content: text }
        return (await agent.generate([message], { memory: { thread, resource } })).text
      },
      async userMessages(threadId) {
        const { messages } = await memory.recall({ threadId, resourceId: resource, perPage: false })
        return messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
      },
      close: () => storage.close()
    }
  }
}

function textOf(content: unknown): string {
  return JSON.stringify(content)
}
