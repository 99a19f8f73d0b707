import {
  AgentType,
  getCopilotStudioConnectionUrl,
  getCopilotStudioSubscribeUrl,
  type PowerPlatformCloud as OfficialCloud
} from '@microsoft/agents-copilotstudio-client'
import {
  type CopilotStudioSettings,
  copilotStudioChannel,
  type PowerPlatformCloud
} from '@turnwise/channels/copilot-studio'
import { describe, expect, it } from 'vitest'
import { call, end, handles, read, ref, streamOf, text } from './far-side.ts'

const environmentId = '0F8A1B2C-3d4e-5f60-7182-93a4b5c6d7e8'
const clouds = [
  'Prod',
  'FirstRelease',
  'Exp',
  'Dev',
  'Test',
  'Preprod',
  'Prv',
  'Local',
  'Gov',
  'GovFR',
  'High',
  'DoD',
  'Mooncake',
  'Ex',
  'Rx'
] as const satisfies PowerPlatformCloud[]

/** The URLs a channel asks for: one for a message, one for reading back. */
async function urlsOf(settings: CopilotStudioSettings, conversationId = ref): Promise<string[]> {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    urls.push(String(url))
    return streamOf(end)(url, init)
  }
  const channel = copilotStudioChannel({ token: 'x', ...settings, fetch })
  const at = { ...handles(), ref: conversationId }
  await read(channel.send(text('Hello'), at, call()))
  if (channel.recover) await read(channel.recover(at, call()))
  return urls
}

describe('the URL of a conversation', () => {
  const types = { published: AgentType.Published, prebuilt: AgentType.Prebuilt } as const
  it.each(
    clouds.flatMap(cloud =>
      (['published', 'prebuilt'] as const).flatMap(agentType =>
        [environmentId, `Default-${environmentId}`].map(id => [cloud, agentType, id] as const)
      )
    )
  )('[CH1] is what the official client asks for in %s, %s, %s', async (cloud, agentType, id) => {
    const schemaName = 'cr0a1_travel'
    const official = {
      environmentId: id,
      schemaName,
      cloud: cloud as OfficialCloud,
      copilotAgentType: types[agentType]
    }
    const tail = cloud === 'Prod' || cloud === 'FirstRelease' ? 2 : 1
    const hex = id.toLowerCase().replaceAll('-', '')
    const localHost = `${hex.slice(0, -tail)}.${hex.slice(-tail)}.environment.api.powerplatform.localhost`
    const allowPrivateHosts = cloud === 'Local' ? [localHost] : []
    const settings = { environmentId: id, schemaName, cloud, agentType, allowPrivateHosts }
    expect(await urlsOf(settings)).toEqual([
      getCopilotStudioConnectionUrl(official, ref),
      getCopilotStudioSubscribeUrl(official, ref)
    ])
  })

  it.each([
    'http://127.0.0.1:3979/any/base',
    'http://localhost:3979/base',
    'http://[::1]:3979/base/',
    'https://agents.example.com/copilotstudio/bots/x?api-version=2024-01-01&more=1',
    'https://agents.example.com/bots/x/conversations',
    'https://agents.example.com/bots/x/conversations/old-one?api-version=2022-03-01-preview'
  ])('[CH1] is what the official client asks for at %s', async directConnectUrl => {
    expect(await urlsOf({ directConnectUrl })).toEqual([
      getCopilotStudioConnectionUrl({ directConnectUrl }, ref),
      getCopilotStudioSubscribeUrl({ directConnectUrl }, ref)
    ])
  })

  const hostile = [
    '../../../../evil',
    '..',
    '.',
    '',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a%2fb',
    'a b',
    'a\u0000b',
    'ä',
    '/evil',
    'x'.repeat(201)
  ]
  it.each(hostile)('[CH1] is never built from the id %j', async id => {
    const directConnectUrl = 'http://127.0.0.1:1/base'
    await expect(urlsOf({ directConnectUrl }, id)).rejects.toThrow(TypeError)
  })
  it('[CH1] would be led elsewhere without that check', () => {
    const settings = { environmentId, schemaName: 'bot' }
    expect(getCopilotStudioConnectionUrl(settings, hostile[0])).not.toContain('/conversations/')
  })
  it('[CH1] takes ids as services give them', async () => {
    const directConnectUrl = 'http://127.0.0.1:1/base'
    const [url] = await urlsOf({ directConnectUrl }, 'A1b2C3-eu|0000001')
    expect(new URL(url ?? '').pathname).toBe('/base/conversations/A1b2C3-eu%7C0000001')
  })
})
