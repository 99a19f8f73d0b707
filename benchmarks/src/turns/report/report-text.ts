import { table } from '../../table.ts'
import type { Findings } from '../findings.ts'
import type { Breakage } from '../task.ts'
import type { Report } from './report.ts'

/** Writes a report as Markdown. */
export function renderReport(report: Report): string {
  const { findings } = report
  const parts = [
    head(report),
    gates(report),
    latency(findings),
    throughput(findings),
    storage(findings),
    crowd(findings),
    deaths(findings)
  ]
  return `${parts.join('\n\n')}\n`
}

function head({ date, machine, load, versions, quick }: Report): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `# Turns, beside the peers

${date}, ${machine}, load average ${load}.${quick ? ' A quick run: few rounds, for a look.' : ''}
${list.join(', ')}.

Everybody talks to the same agent, which answers at once with 1 KB of new text, so that what is measured
is what the library adds. Each experiment runs in a process of its own, with an empty store. The floor
of a store is written between the turns of the same process: one row of 1 KB in one SQLite transaction
with \`synchronous=FULL\`, or one key of 1 KB in one Redis round trip. Ratios decide; absolute times only
inform. \`npm run bench -- turns\` repeats it.`
}

function gates({ gates }: Report): string {
  const rows = gates.map(({ what, measured, gate, met }) => [
    what,
    digits(measured),
    gate,
    met ? 'yes' : 'NO'
  ])
  return ['## Gates', table(['what', 'measured', 'gate', 'met'], rows)].join('\n\n')
}

function latency(findings: readonly Findings[]): string {
  const rows = findings.map(({ title, latency }) => {
    if (latency?.kind !== 'latency') return [title, broke(latency)]
    const { floor, turns } = latency
    const over =
      floor === null ? turns.map(() => '') : turns.map(time => ` (${digits(time / floor)} ×)`)
    const times = turns.map((time, index) => `${digits(time)}${over[index]}`)
    return [title, floor === null ? '–' : digits(floor), ...times]
  })
  return [
    '## Time added to a turn',
    'Medians in milliseconds, and how many floors that is. Messages at the three depths and writes of the\n' +
      'floor take turns, so that a slow moment slows all of them. LangGraph opens SQLite with\n' +
      '`synchronous=NORMAL`: it does not wait for the disk.',
    table(['library', 'floor', 'turn 1', 'turn 100', 'turn 1000'], rows)
  ].join('\n\n')
}

function throughput(findings: readonly Findings[]): string {
  const rows = findings.map(({ title, throughput }) => {
    if (throughput?.kind !== 'throughput') return [title, broke(throughput)]
    const { turns, floor, floorTogether } = throughput
    const over = (rate: number | null): string => (rate === null ? '–' : digits(turns / rate))
    return [
      title,
      whole(turns),
      whole(floor),
      over(floor),
      whole(floorTogether),
      over(floorTogether)
    ]
  })
  return [
    '## Throughput',
    'Per second, with 64 conversations in one process, all busy. The floor is one writer, which waits for\n' +
      'each write, and beside it 64 at once, which wait together: what one connection takes when nothing\n' +
      'is to be thought about. The gate is about one writer.',
    table(['library', 'turns', 'floor', 'turns over it', 'floor, 64 writers', 'over that'], rows)
  ].join('\n\n')
}

function storage(findings: readonly Findings[]): string {
  const rows = findings.flatMap(({ title, storage }) => {
    if (storage === undefined) return []
    if (storage.kind !== 'stored') return [[title, broke(storage)]]
    const { turns, bytes } = storage
    return [
      [title, whole(turns), `${digits(bytes / 2 ** 20)} MB`, `${digits(bytes / turns / 1024)} KB`]
    ]
  })
  return [
    '## Storage',
    'One conversation of messages of 80 characters and replies of 1 KB; files after the store was closed, or\n' +
      'what Redis counts as used more than after one turn. Turnwise keeps the raw reply, the query that was sent, what was understood\n' +
      'and shown, and the change of state of every turn.',
    table(['library', 'turns', 'stored', 'per turn'], rows)
  ].join('\n\n')
}

function crowd(findings: readonly Findings[]): string {
  const rows = findings.map(({ title, crowd }) =>
    crowd?.kind === 'crowd' ? [title, `${crowd.answered}`, `${crowd.kept}`] : [title, broke(crowd)]
  )
  return [
    '## Ten messages to one conversation at once',
    table(['library', 'answered', 'user messages in the history'], rows)
  ].join('\n\n')
}

const MOMENTS = {
  answered: 'as the agent answers',
  over: 'when the turn is over, before the caller hears of it'
}

function deaths(findings: readonly Findings[]): string {
  const rows = findings.flatMap(({ title, deaths = [] }) =>
    deaths.map(({ moment, runs, answered, agentCalls, userMessages }) => [
      title,
      MOMENTS[moment],
      `${answered} of ${runs}`,
      digits(agentCalls / runs),
      digits(userMessages / runs)
    ])
  )
  return [
    '## Killed, and sent again',
    'The process is killed with SIGKILL, and the next one sends the same message again: with the same\n' +
      'idempotency key to Turnwise, with the same message id to the peers.',
    table(['library', 'killed', 'answered', 'agent calls a message', 'times in the history'], rows)
  ].join('\n\n')
}

function broke(breakage: Breakage | undefined): string {
  if (breakage === undefined) return '–'
  if (breakage.kind === 'timeout') return `> ${breakage.limit / 1000} s`
  return breakage.kind === 'crash' ? `crash (${breakage.how})` : breakage.why
}

function whole(value: number | null): string {
  return value === null ? '–' : value.toFixed(0)
}

function digits(value: number): string {
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(2)
}
