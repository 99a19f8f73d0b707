import { ClientProblem, createClient } from '@turnwise/client'
import { chat } from './chat.ts'
import { openScreen, type Streams } from './screen.ts'

export type ChatCommand = Streams & {
  url: string
  workflow?: string
}

/**
 * Runs `turnwise chat`.
 *
 * @returns the exit code: 0 when the conversation was completed or left, 1 when it failed
 */
export async function chatCommand({ url, workflow, ...streams }: ChatCommand): Promise<number> {
  const screen = openScreen(streams)
  const client = createClient({ baseUrl: url })
  try {
    const { workflows, simulatedAgent } = await client.workflows()
    if (workflow !== undefined && !workflows.some(({ id }) => id === workflow)) {
      const known = workflows.map(({ id }) => id).join(', ')
      screen.line(`This server has no workflow ${workflow}. It has: ${known}`)
      return 1
    }
    const agent = simulatedAgent ? ' · a simulated agent answers' : ''
    screen.line(screen.style.faint(`${url}${agent} · /quit leaves`))
    const end = await chat({ client, screen, workflowId: workflow })
    return end === 'failed' ? 1 : 0
  } catch (error) {
    if (!(error instanceof ClientProblem)) throw error
    screen.line(
      error.code === 'ERR_NETWORK'
        ? `There is no server at ${url}. Start one with \`npm start\`, or name another with --url.`
        : `${url}: ${error.problem.title}`
    )
    return 1
  } finally {
    screen.close()
  }
}
