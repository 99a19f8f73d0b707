// A receiver of Turnwise's webhooks: checks the signature, drops repeats, and takes the rest.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const secret = process.env.WEBHOOK_SECRET ?? ''
const webhook = new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' })
// A real one keeps these where it keeps what it does with them, in one transaction.
const taken = new Set<string>()

const server = createServer(async (request, response) => {
  const body = await text(request)
  try {
    webhook.verify(body, request.headers as Record<string, string>)
  } catch {
    return response.writeHead(401).end()
  }
  const { type, data } = JSON.parse(body)
  if (!taken.has(data.id)) {
    console.log(`${type} ${data.turn} ${JSON.stringify(data.workflowState.collectedData)}`)
    taken.add(data.id)
  }
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
})
