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
  settings: Pick<Configuration, 'PORT' | 'HOST' | 'STORE' | 'TURNWISE_DATA'>
): string {
  const { PORT, HOST, STORE, TURNWISE_DATA } = settings
  if (isTurnwiseError(error)) {
    switch (error.code) {
      case 'ERR_STORE_LOCKED':
        return `TURNWISE_DATA: another server works on ${JSON.stringify(TURNWISE_DATA)}. Stop it, or set another folder`
      case 'ERR_STORE_UNAVAILABLE':
        if (STORE === 'redis') return `REDIS_URL: ${error.message.replace('ack=', 'REDIS_ACK=')}`
        return `TURNWISE_DATA should be a folder in which this user can keep a store, not ${JSON.stringify(TURNWISE_DATA)}: ${error.message}`
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
