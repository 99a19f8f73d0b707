import { isLoopbackHost, isPrivateHost } from './private-host.ts'

/** Suffix of the API host of every Power Platform cloud. */
const suffixes = {
  Prod: 'api.powerplatform.com',
  FirstRelease: 'api.powerplatform.com',
  Exp: 'api.exp.powerplatform.com',
  Dev: 'api.dev.powerplatform.com',
  Test: 'api.test.powerplatform.com',
  Preprod: 'api.preprod.powerplatform.com',
  Prv: 'api.prv.powerplatform.com',
  Local: 'api.powerplatform.localhost',
  Gov: 'api.gov.powerplatform.microsoft.us',
  GovFR: 'api.gov.powerplatform.microsoft.us',
  High: 'api.high.powerplatform.microsoft.us',
  DoD: 'api.appsplatform.us',
  Mooncake: 'api.powerplatform.partner.microsoftonline.cn',
  Ex: 'api.powerplatform.eaglex.ic.gov',
  Rx: 'api.powerplatform.microsoft.scloud'
} as const

/** Where an environment lives; a cloud that is not listed is reached by `directConnectUrl`. */
export type PowerPlatformCloud = keyof typeof suffixes

/** What says where the agent is. */
export type AgentAddress = {
  environmentId?: string
  schemaName?: string
  cloud?: PowerPlatformCloud
  agentType?: 'published' | 'prebuilt'
  directConnectUrl?: string
  allowPrivateHosts?: readonly string[]
}

const apiVersion = '2022-03-01-preview'
/** A GUID, with or without dashes; the default environment of a tenant has a word before it. */
const environment = /^(?:[a-z]{1,20}-)?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i
const schema = /^\w[\w.-]{0,199}$/
const pathsOfTypes = { published: 'dataverse-backed', prebuilt: 'prebuilt' } as const

/**
 * Builds the URL of an agent, to which `/conversations/…` is added.
 *
 * @throws TypeError when a setting is missing or malformed, when the URL is not https (http is taken
 *   to loopback only), or when its host is private and not in `allowPrivateHosts`
 * @see https://learn.microsoft.com/microsoft-copilot-studio/publication-integrate-web-or-native-app-m365-agents-sdk
 */
export function agentUrl(address: AgentAddress): URL {
  const url = address.directConnectUrl
    ? directUrl(address.directConnectUrl)
    : environmentUrl(address)
  const direct = Boolean(address.directConnectUrl)
  const allowed = address.allowPrivateHosts?.includes(url.hostname) ?? false
  if (isPrivateHost(url.hostname) && !allowed && !(direct && isLoopbackHost(url.hostname))) {
    throw new TypeError(
      `The agent's host ${url.hostname} is private: list it in allowPrivateHosts if that is meant`
    )
  }
  if (!url.searchParams.has('api-version')) url.searchParams.append('api-version', apiVersion)
  return url
}

function environmentUrl(address: AgentAddress): URL {
  const { environmentId = '', schemaName = '', cloud = 'Prod', agentType = 'published' } = address
  if (!environment.test(environmentId)) {
    throw new TypeError('environmentId must be the GUID of a Power Platform environment')
  }
  if (!schema.test(schemaName)) {
    throw new TypeError('schemaName must be the schema name of the agent, such as cr0a1_travel')
  }
  if (!Object.hasOwn(suffixes, cloud)) {
    const known = Object.keys(suffixes).join(', ')
    throw new TypeError(`cloud must be one of ${known}; set directConnectUrl for any other`)
  }
  if (!Object.hasOwn(pathsOfTypes, agentType)) {
    throw new TypeError("agentType must be 'published' or 'prebuilt'")
  }
  const id = environmentId.toLowerCase().replaceAll('-', '')
  const tail = cloud === 'Prod' || cloud === 'FirstRelease' ? 2 : 1
  const host = `${id.slice(0, -tail)}.${id.slice(-tail)}.environment.${suffixes[cloud]}`
  const path = `copilotstudio/${pathsOfTypes[agentType]}/authenticated/bots/${schemaName}`
  return new URL(`https://${host}/${path}`)
}

function directUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TypeError('directConnectUrl must be an absolute https URL')
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new TypeError('directConnectUrl must be https: plain http is taken to loopback only')
  }
  if (url.username || url.password) {
    throw new TypeError('directConnectUrl must not hold a user name or password')
  }
  // People copy the URL of a conversation as well as that of the agent.
  url.pathname = url.pathname.replace(/\/conversations(?:\/.*)?$/, '').replace(/\/$/, '')
  url.hash = ''
  return url
}

/**
 * Builds the URL of a conversation.
 *
 * @param ref an id that {@link isConversationId} accepts
 * @param tail `/subscribe` for the stream of what is kept
 * @throws TypeError when the id could lead to another path
 */
export function conversationUrl(agent: URL, ref: string, tail: '' | '/subscribe' = ''): URL {
  if (!isConversationId(ref)) throw new TypeError('The conversation id is not one a service gives')
  const url = new URL(agent)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/conversations/${encodeURIComponent(ref)}${tail}`
  return url
}

/** Tells whether a far side's conversation id may stand in a path: no dots alone, nothing to escape. */
export const isConversationId = (id: string): boolean =>
  /^[A-Za-z0-9_-][A-Za-z0-9_.:|~-]{0,199}$/.test(id)
