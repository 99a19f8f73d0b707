// Sends one message with the official client and never stops by itself: run as a process, to be ended.
import { Activity } from '@microsoft/agents-activity'
import { CopilotStudioClient } from '@microsoft/agents-copilotstudio-client'

const [directConnectUrl = '', conversationId = '', clientActivityID = ''] = process.argv.slice(2)
const client = new CopilotStudioClient({ directConnectUrl }, 'token')
const channelData = { clientActivityID }
const message = Activity.fromObject({ type: 'message', text: 'once', channelData })
for await (const _activity of client.executeStreaming(message, conversationId)) {
}
process.stdout.write('finished\n')
