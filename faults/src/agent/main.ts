// The agent: a process of its own that speaks Copilot Studio's direct-to-engine protocol, counts every
// message that reaches it, and keeps what it said, so that a reply can be read back.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellParent } from '../house/tell-parent.ts'
import { answerTo, questionOf } from './answers.ts'
import { type AgentCall, type Manner, promptManner } from './calls.ts'
import { Conversation } from './conversation.ts'

const calls: AgentCall[] = []
const times = new Map<string, number>()
const conversations = new Map<string, Conversation>()
let manner: Manner = promptManner

const path = /\/conversations\/([^/?]+)(\/subscribe)?/

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.url === '/calls') return sendJson(response, calls)
  const body = await bodyOf(request)
  if (request.url === '/manner') {
    manner = JSON.parse(body) as Manner
    return sendJson(response, manner)
  }
  const [, id, subscribe] = path.exec(request.url ?? '') ?? []
  if (id === undefined) return void response.writeHead(404).end()
  const conversation = conversations.get(id) ?? new Conversation()
  conversations.set(id, conversation)
  if (subscribe !== undefined) return stream(response, conversation.kept())
  const { activity } = JSON.parse(body) as { activity?: Message }
  if (activity === undefined)
    return stream(response, conversation.answer('greeting', 'Hello.', promptManner, 0))
  const question = questionOf(activity.text)
  const { key, ask } = question
  calls.push({ conversation: id, key, ask, at: Date.now() })
  const time = (times.get(`${key} ${ask}`) ?? 0) + 1
  times.set(`${key} ${ask}`, time)
  const text = answerTo(question, time)
  return stream(
    response,
    conversation.answer(activity.channelData.clientActivityID, text, manner, delayFor(key))
  )
}

type Message = { text: string; channelData: { clientActivityID: string } }

/** Different from key to key, the same for each, as far as the manner allows. */
const delayFor = (key: string): number => {
  const [least, most] = manner.delay
  let hash = 0
  for (const letter of key) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return least + (hash % (most - least + 1))
}

const stream = async (
  response: ServerResponse,
  activities: AsyncGenerator<Record<string, unknown>>
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  for await (const activity of activities)
    response.write(`event: activity\ndata: ${JSON.stringify(activity)}\n\n`)
  response.end('event: end\ndata: end\n\n')
}

const sendJson = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

process.once('disconnect', () => process.exit())
const server = createServer((request, response) => {
  // Whoever asked may be dead by now; the agent goes on for the others.
  answer(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => tellParent({ ready: (server.address() as AddressInfo).port }))
