import { table } from '../../table.ts'
import { PEER_NAMES, PEERS } from '../peers/index.ts'
import type { PayloadSpeed, Timing } from '../speed.ts'

export function speedText(speeds: readonly PayloadSpeed[]): string {
  const goals = speeds.map(({ payload, reference, goal, timings }) => {
    const own = timings.turnwise
    const met = own?.kind === 'timed' && own.ratio <= goal
    const title = PEERS[reference].title
    return [
      payload,
      `${ratioText(own)} ${title}`,
      `≤ ${digits(goal)}`,
      met ? 'yes' : 'NO',
      time(own)
    ]
  })
  const all = speeds.map(({ payload, timings }) => [
    payload,
    ...PEER_NAMES.map(name => both(timings[name]))
  ])
  return [
    '## Speed',
    'The median over the rounds of the time taken, divided by what the reference took in the same round.',
    table(['work', 'Turnwise takes', 'goal', 'met', 'ms'], goals),
    'All of them: the ratio, and milliseconds in brackets. “wrong” reads something else than what is there,\n' +
      'so its time says nothing. Parsers without a stream read the whole text so far at every chunk.',
    table(['work', ...PEER_NAMES.map(name => PEERS[name].title)], all)
  ].join('\n\n')
}

function ratioText(timing: Timing | undefined): string {
  if (timing === undefined) return '–'
  if (timing.kind === 'timed') return `${digits(timing.ratio)} ×`
  return timing.kind === 'wrong' ? 'wrong' : timing.how
}

function time(timing: Timing | undefined): string {
  return timing?.kind === 'timed' ? digits(timing.milliseconds) : '–'
}

function both(timing: Timing | undefined): string {
  const ratio = ratioText(timing)
  return timing?.kind === 'timed' ? `${ratio} (${time(timing)})` : ratio
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2)
}
