import { table } from '../../table.ts'
import type { Endured, FamilyEndurance } from '../endurance.ts'
import { PEER_NAMES, PEERS } from '../peers/index.ts'

/** `JSON.parse` of clean JSON of the same length, times this, is what hostile text may take. */
const MOST_TIME = 25

/** A quadratic reader quadruples its time when the length doubles. */
const MOST_GROWTH = 2.5

export function enduranceText(families: readonly FamilyEndurance[]): string {
  const ours = families.map(({ family, turnwise }) => {
    const atOnce = turnwise.filter(one => !isStream(one)).reduce(worse)
    const streams = turnwise.filter(isStream)
    return [family, `${withGrowth(atOnce)} (${atOnce.way})`, ...streams.map(withGrowth)]
  })
  const peers = PEER_NAMES.filter(name => name !== 'turnwise')
  const theirs = families.map(({ family, turnwise, peers: endured }) => [
    family,
    endurance(turnwise.filter(one => one.way === 'reply').reduce(worse)),
    ...peers.map(name => endurance(endured[name]))
  ])
  return [
    '## Hostile text',
    'One million units of each, as a multiple of what `JSON.parse` takes for clean JSON of that length, and\n' +
      'behind the slash what the time is multiplied by when the length doubles (where it is long enough to\n' +
      `measure). Goals: at most ${MOST_TIME} ×, and at most ${MOST_GROWTH}; ✗ marks what misses one. At once is the slowest of\n` +
      'reply, reply with schema and document; a watched stream is one whose value somebody looks at after every chunk.',
    table(['full of', 'at once', 'stream', 'watched stream'], ours),
    'The peers, once each, with a time limit:',
    table(['full of', 'Turnwise', ...peers.map(name => PEERS[name].title)], theirs)
  ].join('\n\n')
}

function isStream({ way }: Endured): boolean {
  return way === 'stream' || way === 'watched stream'
}

function worse(one: Endured, other: Endured): Endured {
  return (other.ratio ?? Number.POSITIVE_INFINITY) > (one.ratio ?? Number.POSITIVE_INFINITY)
    ? other
    : one
}

function isMet({ broke, ratio = 0, growth = 1 }: Endured): boolean {
  return broke === undefined && ratio <= MOST_TIME && growth < MOST_GROWTH
}

function withGrowth(one: Endured): string {
  const growth = one.growth === undefined ? '' : ` / ${one.growth.toFixed(1)}`
  return `${endurance(one)}${growth}${isMet(one) ? '' : ' ✗'}`
}

function endurance(one: Endured | undefined): string {
  if (one === undefined) return '–'
  const { broke, ratio = 0 } = one
  return broke ?? `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1)} ×`
}
