import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Violation } from '../history/observed.ts'
import { environmentOf, type Mutation } from '../mutants/mutation.ts'
import { protocolMutations } from '../mutants/protocol.ts'
import { scriptMutations } from '../mutants/scripts.ts'
import { startRedis } from '../redis/server.ts'
import { eachOf } from './each-of.ts'
import { nothing, type Outcome, type Plan, type Scenario, type StoreName } from './scenario.ts'

/** Breaks the rules of the store one by one: the list of cases or a scenario has to notice. */
export const mutants: Scenario = {
  name: 'mutants',
  does: 'breaks the rules of the store one by one: the cases of a store or a scenario must notice',
  stores: ['sqlite', 'redis'],
  counts: 'mutants',
  count: { short: 3, usual: 12, full: 100 },
  async run(plan) {
    if (plan.store === 'sqlite') return breakRules(plan, protocolMutations, [])
    const server = await startRedis()
    try {
      return await breakRules(plan, scriptMutations, [String(server.port)])
    } finally {
      await server.close()
    }
  }
}

const breakRules = async (
  { count, say, store }: Plan,
  mutations: readonly Mutation[],
  site: readonly string[]
): Promise<Outcome> => {
  const chosen = mutations.slice(0, count)
  const violations: Violation[] = []
  const found = { byCases: 0, byScenarios: 0, equivalent: 0 }
  let done = 0
  // The cases have to pass as long as nothing is broken, or they say nothing of what is.
  if (await noticed(null, 'mutants/run-cases.ts', site))
    violations.push({
      law: 'control',
      conversation: '',
      detail: 'an unbroken store fails its cases'
    })
  const judge = async (mutation: Mutation): Promise<void> => {
    const { name, equivalent } = mutation
    if (await noticed(mutation, 'mutants/run-cases.ts', site)) found.byCases += 1
    else if (await noticedByAny(mutation, store)) found.byScenarios += 1
    else if (equivalent !== undefined) found.equivalent += 1
    else violations.push({ law: 'survivor', conversation: '', detail: `a store with ${name}` })
    done += 1
    say(`${done} of ${chosen.length}`)
  }
  // One by one, because the cases look at the clock.
  await eachOf(chosen, judge, 1)
  return { ...nothing, count: chosen.length, faults: chosen.length, violations, wasted: found }
}

/** What is broken under faults, and what is left behind where nobody is told anything in between. */
const telling = [
  ['kill', '--count', '16'],
  ['load', '--count', '20']
]

const noticedByAny = async (mutation: Mutation, store: StoreName): Promise<boolean> => {
  for (const args of telling)
    if (await noticed(mutation, 'main.ts', [...args, '--store', store])) return true
  return false
}

/** Runs a program of this room with a mutation in force, or none; true when it fails. */
const noticed = (
  mutation: Mutation | null,
  program: string,
  args: readonly string[]
): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
    execFile(
      process.execPath,
      ['--conditions=@turnwise/source', path, ...args],
      {
        env: { ...process.env, ...(mutation === null ? {} : environmentOf(mutation)) },
        maxBuffer: 2 ** 24
      },
      (error, _stdout, stderr) => {
        if (stderr.includes('RangeError')) reject(new Error(stderr))
        else resolve(error !== null)
      }
    )
  })
