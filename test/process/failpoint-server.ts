// One turn on a SQLite store, in a process that kills itself at a named point: right before or right
// after an operation of the store, the first time it is called or, with `#2`, the second. Prints the result of the turn when it lives to see it.
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { createEngine, type Store } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import travelRequest from '../../workflows/travel-request.ts'

const setting = (name: string): string => process.env[name] ?? ''

const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still alive')
}

const failing = <Name extends 'admit' | 'asking' | 'journal' | 'commit'>(
  store: Store,
  name: Name
): Pick<Store, Name> => {
  const [failpoint, time = '1'] = setting('FAILPOINT').split('#')
  let calls = 0
  const operation = store[name] as (...args: unknown[]) => Promise<unknown>
  const wrapped = async (...args: unknown[]): Promise<unknown> => {
    calls += 1
    const now = calls === Number(time)
    if (now && failpoint === `before ${name}`) die()
    const result = await operation(...args)
    if (now && failpoint === `after ${name}`) die()
    return result
  }
  return { [name]: wrapped } as unknown as Pick<Store, Name>
}

const store = await sqliteStore({ file: setting('DATA_FILE') })
const engine = createEngine({
  store: {
    ...store,
    ...failing(store, 'admit'),
    ...failing(store, 'asking'),
    ...failing(store, 'journal'),
    ...failing(store, 'commit')
  },
  channel: copilotStudioChannel({
    directConnectUrl: setting('AGENT_URL'),
    token: 'test',
    recoverDeadline: 3000
  }),
  workflows: [travelRequest]
})
await engine.recover()

const me = { tenant: 'local', user: 'local' }
const conversationId = setting('CONVERSATION')
const options = { key: setting('KEY') }
const turn =
  conversationId === ''
    ? await engine.startWorkflow(me, {}, options)
    : await engine.processUserInput(me, { conversationId, text: setting('TEXT') }, options)
process.stdout.write(`${JSON.stringify(await turn.result)}\n`)
await engine.drain(5000)
await store.close()
