// Turnwise as a library: an engine over a store, a channel and a workflow, without HTTP.
// With COPILOT_STUDIO_DIRECT_URL and COPILOT_STUDIO_TOKEN it talks to your agent, else to a simulated one.
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { webhookOutlet } from '@turnwise/channels/webhook'
import { startEmulator } from '@turnwise/emulator'
import { createEngine } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { deskBooking } from './workflow.ts'

const { COPILOT_STUDIO_DIRECT_URL, COPILOT_STUDIO_TOKEN = 'simulated', DATA_FILE } = process.env
const { WEBHOOK_URL, WEBHOOK_SECRET = '' } = process.env
const simulated = COPILOT_STUDIO_DIRECT_URL === undefined ? await startEmulator() : null

const store = await sqliteStore({ file: DATA_FILE ?? '.turnwise/library.sqlite' })
const engine = createEngine({
  store,
  channel: copilotStudioChannel({
    directConnectUrl:
      COPILOT_STUDIO_DIRECT_URL ??
      `${simulated?.url}/copilotstudio/dataverse-backed/authenticated/bots/any-form`,
    token: COPILOT_STUDIO_TOKEN
  }),
  workflows: [deskBooking],
  // With WEBHOOK_URL and WEBHOOK_SECRET every turn is posted there; receiver.ts is the other side.
  outlets:
    WEBHOOK_URL === undefined ? [] : [webhookOutlet({ url: WEBHOOK_URL, secret: WEBHOOK_SECRET })]
})
// Turns that a crash interrupted are finished first.
await engine.recover()

const caller = { tenant: 'example', user: 'ada' }
const opened = await engine.startWorkflow(caller, {})
const { conversationId } = opened
await opened.result

for (const text of process.argv.slice(2)) {
  console.log(`> ${text}`)
  const turn = await engine.processUserInput(caller, { conversationId, text })
  const result = await turn.result
  if (result.kind === 'failed') throw new Error(result.failure.message)
  const { messages, workflowState } = result.answer
  for (const message of messages) console.log(message.text ?? `[${message.kind}]`)
  console.log(JSON.stringify(workflowState.collectedData))
}

await engine.drain(5000)
await store.close()
await simulated?.close()
