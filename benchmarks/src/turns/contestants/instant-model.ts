import type { AgentConfig } from '@mastra/core/agent'
import type { InstantAgent } from '../agent.ts'

type Model = Extract<AgentConfig['model'], { readonly specificationVersion: 'v2' }>

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }

/** The agent as a language model, which is what Mastra calls. */
export function instantModel(agent: InstantAgent): Model {
  return {
    specificationVersion: 'v2',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const asked = prompt.findLast(({ role }) => role === 'user')
      const text = agent.answer(JSON.stringify(asked))
      return { content: [{ type: 'text', text }], finishReason: 'stop', usage, warnings: [] }
    },
    async doStream(): Promise<never> {
      throw new Error('Nothing here asks for a stream.')
    }
  }
}
