import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { webhookOutlet } from '@turnwise/channels/webhook'
import { scenarioNames } from '@turnwise/emulator'
import { createEngine, TurnwiseError, type WorkflowReference } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { redisStore } from '@turnwise/stores/redis'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { failureLog } from './boot/failure-log.ts'
import { listen } from './boot/listen.ts'
import { loadWorkflows } from './boot/load-workflows.ts'
import { bugLog, engineLog, openLog, requestLog } from './boot/log.ts'
import { refuseToStart, startProblem } from './boot/refuse-to-start.ts'
import { shutDown, untilSignalled } from './boot/shut-down.ts'
import { simulatedAgent } from './boot/simulated-agent.ts'
import { version } from './boot/version.ts'
import { contextSettings } from './configuration/context-settings.ts'
import { readConfiguration } from './configuration/read-configuration.ts'
import { hostNames } from './edge/host-names.ts'
import { recently } from './recently.ts'
import { createServer } from './server.ts'
import { readPages } from './static/read-pages.ts'

// The composition root: the one place that knows which store and which channel there is.

const read = readConfiguration(process.env)
if (!read.ok) refuseToStart(read.problems)
const settings = read.configuration
const loaded = await loadWorkflows(settings.WORKFLOWS)
if (!loaded.ok) refuseToStart(loaded.problems)
const known = loaded.workflows.map(({ id }) => id)
if (!known.includes(settings.DEFAULT_WORKFLOW)) {
  refuseToStart([
    `DEFAULT_WORKFLOW should be one of ${known.join(', ')}, not "${settings.DEFAULT_WORKFLOW}"`
  ])
}

const context = await contextSettings(settings)
if (!context.ok) refuseToStart(context.problems)

const signalled = untilSignalled()
const log = openLog(settings.LOG_LEVEL)
const onFailure = failureLog(log)
const opened: { close: () => Promise<void> }[] = []
try {
  const retention = {
    conversationTtl: settings.CONVERSATION_TTL,
    idempotencyTtl: settings.IDEMPOTENCY_TTL
  }
  const stores = {
    sqlite: () =>
      sqliteStore({ file: join(settings.TURNWISE_DATA, 'turnwise.sqlite'), ...retention }),
    redis: () =>
      redisStore({
        url: settings.REDIS_URL ?? '',
        ack: settings.REDIS_ACK,
        deadline: settings.REDIS_DEADLINE,
        prefix: settings.REDIS_PREFIX ?? '',
        onWarning: message => log.warn(message.replace('ack=', 'REDIS_ACK=')),
        ...retention
      }),
    memory: async () => memoryStore(retention)
  }
  const store = await stores[settings.STORE]()
  opened.push(store)

  const simulated =
    settings.AGENT === 'simulated'
      ? await simulatedAgent({
          program: fileURLToPath(import.meta.resolve('@turnwise/emulator')).replace(
            /index(\.[jt]s)$/,
            'main$1'
          ),
          folder: settings.TURNWISE_DATA,
          template: settings.CONTEXT_TEMPLATE_FILE
        })
      : null
  if (simulated !== null) opened.push({ close: simulated.stop })

  const limits = {
    resend: settings.AGENT_RESEND,
    idleTimeout: settings.AGENT_IDLE_TIMEOUT,
    totalTimeout: settings.AGENT_TOTAL_TIMEOUT
  }
  const channel =
    simulated === null
      ? copilotStudioChannel({
          environmentId: settings.COPILOT_STUDIO_ENVIRONMENT_ID,
          schemaName: settings.COPILOT_STUDIO_SCHEMA_NAME,
          cloud: settings.COPILOT_STUDIO_CLOUD,
          directConnectUrl: settings.COPILOT_STUDIO_DIRECT_URL,
          allowPrivateHosts: settings.ALLOW_PRIVATE_HOSTS,
          token: settings.COPILOT_STUDIO_TOKEN,
          ...limits
        })
      : ({ id }: WorkflowReference) =>
          copilotStudioChannel({
            directConnectUrl: simulated.urlFor(scenarioNames.includes(id) ? id : 'any-form'),
            token: 'simulated',
            ...limits
          })
  const tell = engineLog(log)
  const engine = createEngine({
    store,
    channel,
    workflows: loaded.workflows,
    defaultWorkflow: settings.DEFAULT_WORKFLOW,
    observer: observation => {
      tell(observation)
      // So that the next turn finds an agent; whether it does is seen then.
      if (observation.event === 'agent-failed') simulated?.check().catch(() => {})
    },
    context: context.settings,
    inputMax: settings.INPUT_MAX,
    lease: settings.LEASE,
    outlets:
      settings.WEBHOOK_URL === undefined || settings.WEBHOOK_SECRET === undefined
        ? []
        : [webhookOutlet({ url: settings.WEBHOOK_URL, secret: settings.WEBHOOK_SECRET })],
    rules: {
      ...(settings.ALLOWED_LINK_HOSTS.length === 0
        ? {}
        : { allowedHosts: settings.ALLOWED_LINK_HOSTS }),
      allowedActions: settings.CARD_ACTIONS
    }
  })
  await engine.recover()
  // What a server leaves behind that dies later is finished by those that live on; one that cannot
  // look now looks again.
  const recover = (): Promise<void> =>
    engine.recover().catch(error => onFailure(error, { part: 'recovery' }))
  const recovering = setInterval(recover, settings.LEASE)
  opened.unshift({ close: async () => clearInterval(recovering) })

  let draining = false
  const server = createServer({
    engine,
    version,
    identify: () => ({ tenant: 'local', user: 'local' }),
    hostAllowed: hostNames(settings.HOST),
    corsOrigins: settings.CORS_ORIGINS,
    simulatedAgent: simulated !== null,
    pages: await readPages(fileURLToPath(new URL('../../../apps/web/dist', import.meta.url))),
    idempotencyTtl: settings.IDEMPOTENCY_TTL,
    requestTimeout: settings.REQUEST_TIMEOUT,
    readiness: {
      server: async () => {
        if (draining) throw new TurnwiseError('ERR_SHUTTING_DOWN', 'The server is shutting down.')
      },
      store: recently(() => store.probe(), 1000),
      ...(simulated === null ? {} : { agent: simulated.check })
    },
    onRequest: requestLog(log),
    onBug: bugLog(log),
    onFailure
  })
  const listening = await listen(server.fetch, { port: settings.PORT, host: settings.HOST })
  process.stdout.write(`Turnwise is ready: ${listening.url}\n`)

  await signalled
  draining = true
  await shutDown({ log, engine, server, listening, drainTimeout: settings.DRAIN_TIMEOUT, opened })
} catch (error) {
  for (const resource of opened) await resource.close()
  refuseToStart([startProblem(error, settings)])
}
