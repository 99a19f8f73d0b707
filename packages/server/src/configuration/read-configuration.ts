import { isLoopback } from '../edge/host-names.ts'
import { type About, about, type Configuration, variables } from './variables.ts'

/** The configuration, or everything that is wrong with the environment. */
export type ReadConfiguration =
  | { ok: true; configuration: Configuration }
  | { ok: false; problems: readonly string[] }

/** What was set by somebody: an empty variable counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

const LONGEST_QUOTE = 60

/** Variables that promise something this version does not do, so that ignoring them would mislead. */
const NOT_YET: Readonly<Record<string, string>> = {
  ALLOWED_TENANT_IDS: 'sign-in is not available yet'
}

/**
 * Reads the configuration from the environment.
 *
 * Every problem is reported at once, each with the name of its variable and what it should be.
 */
export function readConfiguration(environment: Environment): ReadConfiguration {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  )
  const read = variables.safeParse(set)
  const problems = [
    ...(read.error?.issues ?? []).map(issue => {
      const name = String(issue.path[0])
      const given = set[name]
      const notYet = issue.code === 'custom' && issue.params?.notYet === true
      if (notYet && given !== undefined) {
        return `${name}: ${quoted(given)} is not available yet; use ${issue.message}`
      }
      return wrongValue(name, given, issue.message)
    }),
    ...Object.keys(NOT_YET)
      .filter(name => set[name] !== undefined)
      .map(name => `${name} should not be set: ${NOT_YET[name]}`),
    ...missingForStore(set),
    ...missingForAgent(set),
    ...openToOthers(set)
  ]
  if (read.success && problems.length === 0) return { ok: true, configuration: read.data }
  return { ok: false, problems }
}

function wrongValue(name: string, given: string | undefined, expected: string): string {
  const facts: About | undefined = Object.hasOwn(variables.shape, name)
    ? about.get(variables.shape[name as keyof typeof variables.shape])
    : undefined
  const quote = given === undefined || facts?.secret ? '' : `, not ${quoted(given)}`
  return `${name} should be ${expected}${quote}`
}

const quoted = (given: string): string =>
  JSON.stringify(given.length > LONGEST_QUOTE ? `${given.slice(0, LONGEST_QUOTE)}…` : given)

function missingForStore(set: Environment): string[] {
  const redis = set.STORE?.trim() === 'redis'
  if (redis && set.REDIS_URL === undefined)
    return ['REDIS_URL should be set, because STORE is redis']
  if (!redis && set.REDIS_URL !== undefined)
    return ['STORE should be redis, because REDIS_URL is set']
  return []
}

function missingForAgent(set: Environment): string[] {
  if (set.AGENT !== 'copilot-studio') return []
  const problems: string[] = []
  if (set.COPILOT_STUDIO_TOKEN === undefined) {
    problems.push('COPILOT_STUDIO_TOKEN should be set, because AGENT is copilot-studio')
  }
  if (set.COPILOT_STUDIO_DIRECT_URL !== undefined) return problems
  if (!set.COPILOT_STUDIO_ENVIRONMENT_ID || !set.COPILOT_STUDIO_SCHEMA_NAME) {
    problems.push(
      'COPILOT_STUDIO_ENVIRONMENT_ID and COPILOT_STUDIO_SCHEMA_NAME should be set, or COPILOT_STUDIO_DIRECT_URL, because AGENT is copilot-studio'
    )
  }
  return problems
}

/** Nobody signs in, so whoever can reach the server is everybody's user: that has to be said twice. */
function openToOthers(set: Environment): string[] {
  const { HOST, ALLOW_ANONYMOUS } = set
  if (HOST === undefined || isLoopback(HOST.trim()) || ALLOW_ANONYMOUS === 'I-understand') return []
  return [
    `HOST should be a loopback address such as 127.0.0.1, not ${quoted(HOST)}: without sign-in everybody who can reach that address could read and delete every conversation. If that is meant, set ALLOW_ANONYMOUS=I-understand as well`
  ]
}
