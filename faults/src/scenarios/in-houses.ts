import { type AgentProcess, startAgent } from '../house/agent-process.ts'
import { type House, openHouse } from '../house/house.ts'
import type { Site } from '../house/site.ts'
import type { Random } from '../random.ts'
import { nothing, type Outcome, type Plan, together } from './scenario.ts'

/** What is done in one house. */
export type HouseWork<S extends Site> = (house: House, part: Part, site: S) => Promise<Outcome>

export type Part = {
  /** This house's share of what is counted. */
  count: number
  random: Random
  /** True while new faults may be begun. */
  time: () => boolean
  /** Tells that one more is done. */
  tick: () => void
}

export type Houses<S extends Site> = {
  /** At most so many houses side by side. */
  houses?: number
  queueWait?: number
  site: () => Promise<S>
  spares?: number
}

/** Shares a plan out among houses that stand side by side, each with a store of its own. */
export const inHouses = async <S extends Site>(
  plan: Plan,
  options: Houses<S>,
  work: HouseWork<S>
): Promise<Outcome> => {
  const { houses = 2, site, ...more } = options
  const number = Math.min(houses, plan.count)
  const agent = await startAgent()
  const began = performance.now()
  const time = (): boolean =>
    plan.seconds === null || performance.now() - began < plan.seconds * 1000
  let done = 0
  const tick = (): void => {
    done += 1
    plan.say(`${done} of ${plan.count}`)
  }
  try {
    const outcomes = await Promise.all(
      Array.from({ length: number }, async (_, index) => {
        const share = Math.floor(plan.count / number) + (index < plan.count % number ? 1 : 0)
        const random = plan.random.fork()
        const place = await site()
        return inHouse(agent, place, { ...more, random }, house =>
          work(house, { count: share, random, time, tick }, place)
        )
      })
    )
    return outcomes.reduce(together, nothing)
  } finally {
    await agent.close()
  }
}

const inHouse = async (
  agent: AgentProcess,
  site: Site,
  options: { random: Random; queueWait?: number; spares?: number },
  work: (house: House) => Promise<Outcome>
): Promise<Outcome> => {
  const house = await openHouse({ site, agent, ...options })
  try {
    return await work(house)
  } finally {
    await house.close()
    await site.close()
  }
}
