import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { WorkerSettings } from '../worker/settings.ts'
import type { AgentProcess } from './agent-process.ts'
import type { Site } from './site.ts'
import { loadWorker, type WorkerProcess } from './worker-process.ts'

/** Milliseconds of a lease in every scenario. */
export const lease = 1000

/** A worker at work, in its place among the others. */
export type Staffed = { worker: WorkerProcess; url: string; place: number }

/** Workers on one store, with an agent, and successors that stand ready. */
export type House = {
  site: Site
  agent: AgentProcess
  /** The address of some open worker; waits while there is none. */
  door: () => Promise<string>
  /** Some open worker; waits while there is none. */
  anyone: () => Promise<Staffed>
  staff: () => readonly Staffed[]
  /** Turns that may have been asked unheard when their worker was killed, all in all. */
  unheard: () => number
  /** Ends every worker; nobody takes their place. */
  close: () => Promise<void>
}

export type HouseOptions = {
  site: Site
  agent: AgentProcess
  random: Random
  /** Milliseconds a message may wait. */
  queueWait?: number
  /** Successors that are kept loaded. */
  spares?: number
}

/** Opens a house. Whenever one of its workers dies another one opens in its place. */
export const openHouse = async (options: HouseOptions): Promise<House> => {
  const { site, agent, random, queueWait = 30_000, spares = 1 } = options
  const settingsOf = (place: number): WorkerSettings => ({
    store: site.settings(place),
    agent: agent.url,
    lease,
    queueWait
  })
  const staff: Staffed[] = []
  const loaded = Array.from({ length: spares }, () => loadWorker())
  let closing = false
  let unheard = 0
  let opened = Promise.withResolvers<void>()

  const take = (): Promise<WorkerProcess> => {
    const next = loaded.shift() ?? loadWorker()
    if (loaded.length < spares) loaded.push(loadWorker())
    return next
  }

  const employ = async (place: number): Promise<void> => {
    const worker = await take()
    if (closing) return worker.signal('SIGKILL')
    // Its store may be away just then: the next one tries again, as a process manager would.
    const url = await worker.open(settingsOf(place)).catch(() => null)
    if (url === null) return closing ? undefined : employ(place)
    const staffed = { worker, url, place }
    staff.push(staffed)
    opened.resolve()
    opened = Promise.withResolvers()
    void worker.ended.then(async () => {
      staff.splice(staff.indexOf(staffed), 1)
      unheard += worker.inWindow()
      if (!closing) await employ(place)
    })
  }

  const anyone = async (): Promise<Staffed> => {
    while (staff.length === 0) await Promise.race([opened.promise, sleep(50)])
    return random.pick(staff)
  }

  await Promise.all(Array.from({ length: site.workers }, (_, place) => employ(place)))
  return {
    site,
    agent,
    anyone,
    door: async () => (await anyone()).url,
    staff: () => staff,
    unheard: () => unheard,
    async close() {
      closing = true
      const all = [...staff.map(({ worker }) => worker), ...(await Promise.all(loaded))]
      for (const { signal } of all) signal('SIGKILL')
      await Promise.all(all.map(({ ended }) => ended))
    }
  }
}
