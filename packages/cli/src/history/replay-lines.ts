import type { Writable } from 'node:stream'
import type { ReplayedTurn } from '@turnwise/engine'
import { paintFor } from '../paint.ts'

const words = {
  same: 'same, byte for byte',
  kept: 'kept: there is no reply to read again',
  refused: 'would be refused',
  broken: 'would break the code of the workflow',
  changed: 'would change'
} as const

const colours = {
  same: 'green',
  kept: 'dim',
  refused: 'yellow',
  broken: 'red',
  changed: 'yellow'
} as const

/** One turn of a replay as people read it. */
export function replayLines({ turn, verdict, changes }: ReplayedTurn, output: Writable): string[] {
  const paint = paintFor(output)
  return [
    `turn ${turn}  ${paint(colours[verdict], words[verdict])}`,
    ...changes.map(({ what, name, before, after }) => {
      const title = what === 'field' || what === 'detail' ? `${what} ${name}` : what
      return `  ${title}: ${short(before)} → ${short(after)}`
    })
  ]
}

const longest = 120

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
