import { join } from 'node:path'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { InstantAgent } from '../agent.ts'
import type { Contestant } from '../contestant.ts'

/** A graph of one node, checkpointed as its documentation shows. A retry sends the message's id again. */
export const langgraph: Contestant = {
  title: 'LangGraph, SQLite',
  package: '@langchain/langgraph',
  store: 'sqlite',
  async open({ folder }) {
    const agent = new InstantAgent(folder)
    const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.sqlite'))
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('agent', ({ messages }) => ({
        messages: [new AIMessage(agent.answer(messages.findLast(isHuman)?.text ?? ''))]
      }))
      .addEdge(START, 'agent')
      .addEdge('agent', END)
      .compile({ checkpointer: saver })
    const configOf = (thread: string) => ({ configurable: { thread_id: thread } })
    return {
      begin: async () => crypto.randomUUID(),
      async send(thread, { id, text }) {
        const message = new HumanMessage({ id, content: text })
        const { messages } = await graph.invoke({ messages: [message] }, configOf(thread))
        return messages.at(-1)?.text ?? ''
      },
      async userMessages(thread) {
        const { values } = await graph.getState(configOf(thread))
        const { messages } = values as typeof MessagesAnnotation.State
        return messages.filter(isHuman).map(({ text }) => text)
      },
      async close() {
        saver.db.close()
      }
    }
  }
}

function isHuman({ type }: { readonly type: string }): boolean {
  return type === 'human'
}
