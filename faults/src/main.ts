// `npm run faults -- <scenario>`: runs scenarios, prints what came of them, and exits with 1 when a law
// was broken.
import { readArguments, usage } from './arguments.ts'
import { progressOf } from './progress.ts'
import { randomFrom } from './random.ts'
import { failed, type Result, resultOf } from './report/result.ts'
import { tableOf } from './report/table.ts'
import { scenarios } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'

// So that nothing that was started here stays behind.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
process.setMaxListeners(0)

const read = readArguments(process.argv.slice(2))
const named = scenarios.map(({ name, does }) => `  ${name.padEnd(12)} ${does}\n`).join('')
const help = `${usage}\nScenarios:\n${named}`
if ('help' in read) {
  process.stdout.write(help)
  process.exit(0)
}
if ('problem' in read) {
  process.stderr.write(`${read.problem}\n${help}`)
  process.exit(2)
}
const { scenario: wanted, store, seed, seconds } = read

const run = async (scenario: Scenario): Promise<Result> => {
  const { name, count } = scenario
  const began = performance.now()
  const say = progressOf(`${name} on ${store}`, scenario.counts)
  const outcome = await scenario.run({
    store,
    count: read.count ?? (read.full ? count.full : count.usual),
    seconds,
    random: randomFrom(seed),
    say
  })
  return resultOf(
    { scenario: name, store, seed, seconds: (performance.now() - began) / 1000 },
    outcome
  )
}

const chosen = scenarios.filter(
  ({ name, stores }) => stores.includes(store) && (name === wanted || wanted === 'all')
)
if (chosen.length === 0) {
  process.stderr.write(`There is no scenario ${wanted} on ${store}.\n`)
  process.exit(2)
}

const results: Result[] = []
for (const scenario of chosen) {
  const result = await run(scenario)
  results.push(result)
  if (!read.json) process.stdout.write(`${tableOf(result)}\n`)
}
if (read.json) process.stdout.write(`${JSON.stringify(wanted === 'all' ? results : results[0])}\n`)
// The control has to fail: among all scenarios its failure is what is right.
const right = (result: Result): boolean =>
  wanted === 'all' && result.scenario === 'control' ? failed(result) : !failed(result)
process.exit(results.every(right) ? 0 : 1)
