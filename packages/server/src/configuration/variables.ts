import { z } from 'zod'
import { isLoopback } from '../edge/host-names.ts'
import { duration, flag, listOf, oneOf, someOf, text, type Value, wholeNumber } from './values.ts'

/** What the documentation says about a variable beyond its schema. */
export type About = {
  group: 'Server' | 'Store' | 'Agent' | 'Security' | 'Workflows and context' | 'Retention' | 'Log'
  does: string
  /** What its value looks like. */
  form: string
  /** Its value is never repeated in a message. */
  secret?: true
}

/** What is known about each variable, by its schema. */
export const about = z.registry<About>()

/** Beyond 2 ** 31 milliseconds a timer of Node fires at once. */
const LONGEST_TIMER = '24d'
const CENTURY = '36500d'

const variable = <T>(value: Value<T>, fallback: string, facts: About): z.ZodPrefault<Value<T>> =>
  value.prefault(fallback).register(about, facts)

const optional = <T>(value: Value<T>, facts: About): z.ZodOptional<Value<T>> =>
  value.optional().register(about, facts)

const isOrigin = (item: string): boolean =>
  URL.canParse(item) && /^https?:$/.test(new URL(item).protocol) && new URL(item).origin === item
const isHostName = (item: string): boolean => /^[A-Za-z0-9.:[\]_-]{1,253}$/.test(item)
const isLinkHost = (item: string): boolean =>
  /^(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/.test(item)
const isHttpUrl = (item: string): boolean =>
  URL.canParse(item) && /^https?:$/.test(new URL(item).protocol)

const isRedisUrl = (item: string): boolean =>
  /^redis-sentinel:\/\/(?:[^@/\s]*@)?[^@/?\s]+\/[^/?\s]+(?:\?db=\d{1,5})?$/.test(item) ||
  (URL.canParse(item) && /^rediss?:$/.test(new URL(item).protocol) && new URL(item).host !== '')

const isWebhookUrl = (item: string): boolean =>
  isHttpUrl(item) && (item.startsWith('https:') || isLoopback(new URL(item).hostname))

/** Every variable of the environment this server reads: the one place where they are declared. */
export const variables = z.object({
  PORT: variable(wholeNumber(0, 65_535), '3000', {
    group: 'Server',
    does: 'The port to listen on; 0 takes a free one.',
    form: '0–65535'
  }),
  HOST: variable(text('a host name or an address', isHostName), '127.0.0.1', {
    group: 'Server',
    does: 'The address to listen on. Any other than a loopback address opens the server to the network, and without sign-in it then refuses to start; see `ALLOW_ANONYMOUS`.',
    form: 'address'
  }),
  TURNWISE_DATA: variable(
    text('the path of a folder', item => item !== ''),
    './.turnwise',
    {
      group: 'Server',
      does: 'The folder of what this server keeps on disk. With `STORE=sqlite` one server at a time works on it.',
      form: 'path'
    }
  ),
  REQUEST_TIMEOUT: variable(duration(LONGEST_TIMER), '120s', {
    group: 'Server',
    does: 'How long a client that wants one JSON answer waits for its turn before it is told to ask again with the same key.',
    form: 'duration'
  }),
  DRAIN_TIMEOUT: variable(duration(LONGEST_TIMER), '30s', {
    group: 'Server',
    does: 'How long turns that run may take to finish once the server is asked to end. What waits behind them is left to another server, or to the next start.',
    form: 'duration'
  }),

  STORE: variable(oneOf(['sqlite', 'redis', 'memory']), 'sqlite', {
    group: 'Store',
    does: 'Where conversations are kept: in a file of this server, in Redis for any number of servers, or in memory until the server ends.',
    form: '`sqlite`, `redis` or `memory`'
  }),
  REDIS_URL: optional(
    text(
      'the address of a Redis server such as redis://user:password@host:6379/0, or redis-sentinel://host:26379,host:26379/name',
      isRedisUrl
    ),
    {
      group: 'Store',
      does: 'The Redis server, version 6.2 or later, with `maxmemory-policy noeviction`. `rediss://` for TLS; `redis-sentinel://[user:password@]host:port,host:port/name[?db=0]` for the master that sentinels name.',
      form: 'URL',
      secret: true
    }
  ),
  REDIS_ACK: variable(oneOf(['memory', 'fsync', 'replica']), 'memory', {
    group: 'Store',
    does: 'When what Redis has taken counts: in its memory, on its disk, or at a replica too. `memory` loses what Redis loses when its machine fails, at most its last second with `appendfsync everysec`; clients that were ahead are told. `fsync` needs `appendonly yes`, and before Redis 7.2 `appendfsync always`. With `replica` no write counts before there is one.',
    form: '`memory`, `fsync` or `replica`'
  }),
  REDIS_DEADLINE: variable(duration('60s'), '5s', {
    group: 'Store',
    does: 'How long a command to Redis may take.',
    form: 'duration, at most 60s'
  }),
  REDIS_PREFIX: optional(
    text('at most 100 letters, digits and . _ : -', item => /^[\w.:-]{1,100}$/.test(item)),
    {
      group: 'Store',
      does: 'Begins every key, to set this installation apart from others on the same Redis.',
      form: 'text'
    }
  ),
  LEASE: variable(duration('1h'), '30s', {
    group: 'Store',
    does: 'How long a turn stays with a server that gives no sign of life. After that another one finishes it.',
    form: 'duration, at most 1h'
  }),

  AGENT: variable(oneOf(['simulated', 'copilot-studio'], ['direct-line', 'openai']), 'simulated', {
    group: 'Agent',
    does: 'Who answers: the simulated agent that comes with Turnwise, or a Microsoft Copilot Studio agent.',
    form: '`simulated` or `copilot-studio`'
  }),
  COPILOT_STUDIO_ENVIRONMENT_ID: optional(
    text('the id of a Power Platform environment', item =>
      /^(?:[a-z]{1,20}-)?[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(item)
    ),
    { group: 'Agent', does: 'The environment the agent lives in.', form: 'id' }
  ),
  COPILOT_STUDIO_SCHEMA_NAME: optional(
    text('the schema name of an agent, such as cr0a1_travel', item =>
      /^\w[\w.-]{0,199}$/.test(item)
    ),
    { group: 'Agent', does: 'The schema name of the agent.', form: 'name' }
  ),
  COPILOT_STUDIO_CLOUD: variable(
    oneOf([
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
    ]),
    'Prod',
    { group: 'Agent', does: 'The Power Platform cloud of the environment.', form: 'name' }
  ),
  COPILOT_STUDIO_DIRECT_URL: optional(text('an http or https URL', isHttpUrl), {
    group: 'Agent',
    does: 'The address of the agent as Copilot Studio shows it; takes the place of environment, schema name and cloud. Plain http is taken to loopback only.',
    form: 'URL',
    secret: true
  }),
  COPILOT_STUDIO_TOKEN: optional(
    text('a bearer token: visible characters without spaces', item => /^[!-~]+$/.test(item)),
    {
      group: 'Agent',
      does: 'A bearer token for `CopilotStudio.Copilots.Invoke`. Every conversation is held in its name, so it is for trying out.',
      form: 'token',
      secret: true
    }
  ),
  AGENT_IDLE_TIMEOUT: variable(duration('300s'), '120s', {
    group: 'Agent',
    does: 'How long the agent may stay silent.',
    form: 'duration, at most 300s'
  }),
  AGENT_TOTAL_TIMEOUT: variable(duration(LONGEST_TIMER), '600s', {
    group: 'Agent',
    does: 'How long one reply may take in all.',
    form: 'duration'
  }),
  AGENT_RESEND: variable(oneOf(['unsafe', 'safe']), 'unsafe', {
    group: 'Agent',
    does: 'Whether the agent may be asked again when it is unknown if it got the message. `safe` only for an agent that acts on nothing; otherwise the turn is shown as uncertain and the user decides.',
    form: '`unsafe` or `safe`'
  }),

  AUTH: variable(oneOf(['none'], ['entra', 'oidc']), 'none', {
    group: 'Security',
    does: 'How people sign in. With `none` everybody who reaches the server is the same user, which is why it listens on loopback.',
    form: '`none`'
  }),
  ALLOW_ANONYMOUS: optional(oneOf(['I-understand']), {
    group: 'Security',
    does: 'Lets a server without sign-in listen on the address in `HOST` although others can reach it. They can then read and delete every conversation.',
    form: '`I-understand`'
  }),
  CORS_ORIGINS: variable(listOf('origins such as https://app.example.com', isOrigin), '', {
    group: 'Security',
    does: 'Origins of the pages that may call this server besides its own.',
    form: 'list'
  }),
  ALLOWED_LINK_HOSTS: variable(
    listOf('host names, with *. in front for those below', isLinkHost),
    '',
    {
      group: 'Security',
      does: 'Hosts that links and citations of the agent may lead to; empty allows every public host. Links are https in any case.',
      form: 'list'
    }
  ),
  ALLOW_PRIVATE_HOSTS: variable(listOf('host names or addresses', isHostName), '', {
    group: 'Security',
    does: 'Private hosts the agent may be reached at. Loopback in `COPILOT_STUDIO_DIRECT_URL` needs no entry.',
    form: 'list'
  }),
  CARD_ACTIONS: variable(
    someOf(['submit', 'open-url', 'show-card', 'toggle', 'execute']),
    'submit,open-url,show-card,toggle,execute',
    {
      group: 'Security',
      does: 'Kinds of card action that are let through; the others are taken out of cards.',
      form: 'list'
    }
  ),
  INPUT_MAX: variable(wholeNumber(1, 100_000), '32000', {
    group: 'Security',
    does: 'Longest text of a user, in characters; longer ones are refused, never cut.',
    form: '1–100000'
  }),

  WORKFLOWS: variable(
    text('the path of a folder', item => item !== ''),
    './workflows',
    {
      group: 'Workflows and context',
      does: 'The folder of the workflows: each TypeScript file in it exports one by default.',
      form: 'path'
    }
  ),
  DEFAULT_WORKFLOW: variable(
    text('the id of a workflow', item => /^[a-z][a-z0-9-]{0,99}$/.test(item)),
    'travel-request',
    {
      group: 'Workflows and context',
      does: 'The workflow that starts when a client names none.',
      form: 'id'
    }
  ),
  CONTEXT_FORMAT: variable(
    oneOf(['none', 'brackets', 'xml', 'line', 'json', 'system']),
    'brackets',
    {
      group: 'Workflows and context',
      does: 'How the agent is told where the workflow stands; `none` sends the text of the user alone. [What each looks like](context.md). A workflow may say otherwise.',
      form: '`none`, `brackets`, `xml`, `line`, `json` or `system`'
    }
  ),
  CONTEXT_TEMPLATE_FILE: optional(
    text('the path of a file', item => item !== ''),
    {
      group: 'Workflows and context',
      does: 'A [template](context.md#a-template-of-your-own) that takes the place of the format. It is read once, at start.',
      form: 'path'
    }
  ),
  CONTEXT_NONCE: variable(flag, 'true', {
    group: 'Workflows and context',
    does: 'Marks the sections with a random word per query, so that nobody can forge them. `false` for an agent whose instructions look for the literal tags.',
    form: '`true` or `false`'
  }),
  CONTEXT_BUDGET: variable(wholeNumber(100, 1_000_000), '2000', {
    group: 'Workflows and context',
    does: 'Characters of context sent with a message; the text of the user does not count.',
    form: '100–1000000'
  }),
  CONTEXT_TIERS: variable(oneOf(['fit', 'early']), 'fit', {
    group: 'Workflows and context',
    does: 'When the collected data is told in short: only when it does not fit, or, with `early`, from 40 % of the budget on, and by its names alone from 70 % on.',
    form: '`fit` or `early`'
  }),
  CONTEXT_DATAMARK: variable(flag, 'false', {
    group: 'Workflows and context',
    does: 'Joins the words of collected and remembered texts with a character, for an agent whose instructions say that such text is data.',
    form: '`true` or `false`'
  }),
  CONTEXT_CONTRACT: variable(flag, 'false', {
    group: 'Workflows and context',
    does: 'Tells the agent with every message how to answer; needless where its own instructions do.',
    form: '`true` or `false`'
  }),
  CONTEXT_ACTIONS: variable(flag, 'false', {
    group: 'Workflows and context',
    does: 'Tells the agent with every message which actions may come next.',
    form: '`true` or `false`'
  }),
  CONTEXT_HISTORY: variable(wholeNumber(0, 50), '0', {
    group: 'Workflows and context',
    does: 'How many earlier turns are told again, within the budget, to an agent that remembers none.',
    form: '0–50'
  }),

  WEBHOOK_URL: optional(text('an https URL, or http on this machine', isWebhookUrl), {
    group: 'Workflows and context',
    does: 'Where every turn and every completed conversation is posted once it is committed: at least once, in order, signed as Standard Webhooks say.',
    form: 'URL'
  }),
  WEBHOOK_SECRET: optional(
    text('`whsec_` and base64, or at least 24 characters', item =>
      /^(?:whsec_[A-Za-z0-9+/]{16,}=*|(?!whsec_)[!-~]{24,})$/.test(item)
    ),
    {
      group: 'Workflows and context',
      does: 'What the receiver checks the signature with.',
      form: 'secret',
      secret: true
    }
  ),

  CONVERSATION_TTL: variable(duration(CENTURY, 'ever'), '24h', {
    group: 'Retention',
    does: 'How long a conversation is kept after its last turn.',
    form: 'duration, 0 for ever'
  }),
  IDEMPOTENCY_TTL: variable(duration(CENTURY, 'ever'), '24h', {
    group: 'Retention',
    does: 'How long the answer to an idempotency key is kept.',
    form: 'duration, 0 for ever'
  }),

  LOG_LEVEL: variable(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    {
      group: 'Log',
      does: 'How much is logged, as JSON lines on standard error. What people and agents say is never logged.',
      form: 'level'
    }
  )
})

/** The configuration of a server, every value read and in place. */
export type Configuration = z.output<typeof variables>
