// A worker: an engine on a store behind a few HTTP routes. It loads everything first and waits to be told
// its settings, so that a successor stands ready when a worker is killed.
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Store } from '@turnwise/engine'
import { redisStore } from '@turnwise/stores/redis'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { tellParent } from '../house/tell-parent.ts'
import { mutationInForce } from '../mutants/mutation.ts'
import { scriptsWith } from '../mutants/scripts-with.ts'
import { type Failpoint, Failpoints, withFailpoints } from './failpoints.ts'
import { memoryShelf } from './memory-shelf.ts'
import { readThenWrite } from './read-then-write.ts'
import type { StoreSettings, WorkerSettings } from './settings.ts'
import type { Subject } from './subject.ts'
import { surface } from './surface.ts'
import { turnwise } from './turnwise.ts'

type Order = { open: WorkerSettings } | { arm: Failpoint } | { release: true }

const points = new Failpoints()

const openStore = (settings: Exclude<StoreSettings, { kind: 'control' }>): Promise<Store> => {
  const mutation = mutationInForce()
  return settings.kind === 'sqlite'
    ? sqliteStore({ file: settings.file })
    : redisStore({ url: settings.url, deadline: 2000, ...scriptsWith(mutation) })
}

const openSubject = async ({ store, ...settings }: WorkerSettings): Promise<Subject> =>
  store.kind === 'control'
    ? readThenWrite(memoryShelf(), settings.agent)
    : turnwise(withFailpoints(await openStore(store), points), settings)

const open = async (settings: WorkerSettings): Promise<void> => {
  const server = surface(await openSubject(settings), points)
  server.listen(0, '127.0.0.1', () => tellParent({ ready: (server.address() as AddressInfo).port }))
}

process.on('message', (order: Order) => {
  if ('arm' in order) {
    points.arm(order.arm)
    tellParent({ armed: order.arm.at })
  } else if ('release' in order) points.release()
  else
    open(order.open).catch((error: unknown) => {
      console.error('a worker could not begin:', error)
      process.exit(1)
    })
})
process.once('disconnect', () => process.exit())
tellParent({ loaded: true })
// Workers are killed and so never write it by themselves; it halves the time the next one takes.
flushCompileCache()
