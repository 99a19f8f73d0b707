import { isTurnwiseError } from '@turnwise/engine'
import type { Configuration } from '../configuration/variables.ts'

/** Says everything that keeps the server from starting, and ends the process. */
export function refuseToStart(problems: readonly string[]): never {
  process.stderr.write(
    ['Turnwise cannot start:', ...problems.map(problem => `- ${problem}`), ''].join('\n')
  )
  process.exit(1)
}

/** What the channel and the engine call a setting, by the variable it was read from. */
const VARIABLES: Readonly<Record<string, string>> = {
  directConnectUrl: 'COPILOT_STUDIO_DIRECT_URL',
  environmentId: 'COPILOT_STUDIO_ENVIRONMENT_ID',
  schemaName: 'COPILOT_STUDIO_SCHEMA_NAME',
  cloud: 'COPILOT_STUDIO_CLOUD',
  allowPrivateHosts: 'ALLOW_PRIVATE_HOSTS'
}
const SETTING = new RegExp(`\\b(?:${Object.keys(VARIABLES).join('|')})\\b`, 'g')

/** What to do about a failure at start, as far as it is known. */
export function startProblem(
  error: unknown,
  settings: Pick<Configuration, 'PORT' | 'HOST' | 'STORE' | 'TURNWISE_DATA' | 'REDIS_URL'>
): string {
  const { PORT, HOST, STORE, TURNWISE_DATA } = settings
  if (isTurnwiseError(error)) {
    switch (error.code) {
      case 'ERR_STORE_LOCKED':
        return `TURNWISE_DATA: another server works on ${JSON.stringify(TURNWISE_DATA)}. Stop it, or set another folder`
      case 'ERR_STORE_UNAVAILABLE':
        if (STORE === 'redis') return `REDIS_URL: ${redisProblem(error, settings.REDIS_URL)}`
        return `TURNWISE_DATA: ${withoutPeriod(error.message)}`
      case 'ERR_WORKFLOW_INVALID':
        return `WORKFLOWS: ${error.message}`
    }
  }
  const { code, message } = error as { code?: unknown; message?: unknown }
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${PORT} is taken by another program. Set PORT to a free one, or to 0 for any`
    case 'EACCES':
      return `PORT: this user may not listen on ${PORT}. Set PORT to one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${HOST} is not an address of this machine`
    default: {
      const text = typeof message === 'string' ? message : String(error)
      return text.replaceAll(SETTING, name => VARIABLES[name] ?? name)
    }
  }
}

/** What the store says, and behind it what Redis itself said, which may repeat what it was sent. */
function redisProblem(error: Error, url = ''): string {
  const told = error.message.replace('ack=', 'REDIS_ACK=')
  const said = error.cause instanceof Error ? error.cause.message : ''
  // Redis repeats the arguments of a command it does not know, and one of them may be the password.
  const [first = ''] = said.split(/\n|, with args beginning with/)
  const password = /:\/\/[^@/]*?:([^@/]*)@/.exec(url)?.[1] ?? ''
  const secrets = [password, decodedOrNot(password)].filter(secret => secret !== '')
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), first)
  return shown === '' ? told : `${withoutPeriod(told)}: ${shown}`
}

function decodedOrNot(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A list of problems has no sentences. */
const withoutPeriod = (text: string): string => text.replace(/\.$/, '')
