// Turnwise inside an Express app that has routes, users and a log-in of its own.
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { startEmulator } from '@turnwise/emulator'
import { createEngine } from '@turnwise/engine'
import { createServer, nodeListener } from '@turnwise/server'
import { sqliteStore } from '@turnwise/stores/sqlite'
import express from 'express'
import { deskBooking } from '../library/workflow.ts'

const simulated = await startEmulator()
const store = await sqliteStore({ file: process.env.DATA_FILE ?? '.turnwise/express.sqlite' })
const engine = createEngine({
  store,
  channel: copilotStudioChannel({
    directConnectUrl: `${simulated.url}/copilotstudio/dataverse-backed/authenticated/bots/any-form`,
    token: 'simulated'
  }),
  workflows: [deskBooking]
})
await engine.recover()

const turnwise = createServer({
  engine,
  version: '0.1.0',
  // Behind your own log-in: whoever is logged in owns what they start, and sees nothing else.
  identify: request => ({ tenant: 'acme', user: request.headers.get('x-user') ?? 'nobody' })
})

const app = express()
app.get('/', (_request, response) => {
  response.send('An app with a conversation in it.')
})
// Before body parsers: the listener reads the body itself.
app.all('/api/chat/*path', nodeListener(turnwise.fetch))
app.use(express.json())

const listening = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : address
  console.log(`http://127.0.0.1:${port}`)
})

process.once('SIGTERM', async () => {
  await engine.drain(5000)
  turnwise.close()
  listening.close()
  await store.close()
  await simulated.close()
})
