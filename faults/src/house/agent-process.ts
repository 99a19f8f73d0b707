import type { AgentCall, Manner } from '../agent/calls.ts'
import { spawned } from './spawned.ts'

/** The agent as the harness sees it. */
export type AgentProcess = {
  url: string
  behave: (manner: Manner) => Promise<void>
  calls: () => Promise<readonly AgentCall[]>
  close: () => Promise<void>
}

/** Starts an agent. */
export const startAgent = async (): Promise<AgentProcess> => {
  const ready = Promise.withResolvers<number>()
  const { child, ended } = spawned(new URL('../agent/main.ts', import.meta.url), news =>
    ready.resolve(Number(news.ready))
  )
  const url = `http://127.0.0.1:${await ready.promise}`
  return {
    url,
    async behave(manner) {
      const response = await fetch(`${url}/manner`, {
        method: 'POST',
        body: JSON.stringify(manner)
      })
      await response.arrayBuffer()
    },
    calls: async () => (await (await fetch(`${url}/calls`)).json()) as AgentCall[],
    async close() {
      child.kill('SIGKILL')
      await ended
    }
  }
}
