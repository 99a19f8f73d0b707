import type { Provenance } from '../../provenance.ts'
import { table } from '../../table.ts'
import type { Capacity } from './measure.ts'

/** All that a run found; `--json` prints it as it is. */
export interface CapacityReport extends Provenance {
  readonly bench: 'turns --capacity'
  readonly redis: string
  /** Conversations of different lengths. */
  readonly measured: readonly Capacity[]
  readonly formula: Formula
}

/** Bytes of an idle conversation: `fixed + perTurn × turns`, the greeting counted as a turn. */
export interface Formula {
  readonly fixed: number
  readonly perTurn: number
  /** Bytes of the process for each byte used, where there are most of them. */
  readonly overhead: number
}

/** Draws a line through two lengths of conversation, each with as many as were measured of both. */
export function formulaOf([long, short]: readonly Capacity[]): Formula {
  const most = long?.levels.at(-1)
  const same = short?.levels.at(-1)
  const alike = long?.levels.find(level => level.conversations === same?.conversations)
  const turns = (long?.messages ?? 0) - (short?.messages ?? 0)
  const perTurn = ((alike?.each ?? 0) - (same?.each ?? 0)) / turns
  const fixed = (same?.each ?? 0) - perTurn * ((short?.messages ?? 0) + 1)
  return { fixed, perTurn, overhead: (most?.resident ?? 0) / (most?.used ?? 0) }
}

/** Writes a report as Markdown. */
export function renderCapacity({
  date,
  machine,
  redis,
  measured,
  formula
}: CapacityReport): string {
  const rows = measured.flatMap(({ messages, levels }) =>
    levels.map(({ conversations, used, resident, each }) => [
      `${messages}`,
      conversations.toLocaleString('en'),
      gigabytes(used),
      gigabytes(resident),
      `${(each / 1024).toFixed(2)} KB`,
      `${(each / (levels[0]?.each ?? each)).toFixed(3)}`
    ])
  )
  const { fixed, perTurn, overhead } = formula
  const head = [
    'messages in each',
    'conversations',
    'used',
    'resident',
    'used by each',
    'over the first level'
  ]
  return `# Idle conversations in one Redis

${date}, ${machine}, Redis ${redis}.

Real conversations, with replies of 1 KB, are serialised by Redis and restored under other names, ten to an
owner, inside of Redis; the last of them then takes one more message like any other. They have been idle
for more than an hour and less than a day: their live events are over, their idempotency records are not.
\`npm run bench -- turns --capacity\` repeats it.

${table(head, rows)}

## Sizing

A conversation takes ${(fixed / 1024).toFixed(2)} KB, and ${(perTurn / 1024).toFixed(2)} KB a turn:

\`\`\`
bytes  = conversations × (${fixed.toFixed(0)} + ${perTurn.toFixed(0)} × turns) × ${overhead.toFixed(2)}
shards = ⌈bytes ÷ (0.6 × memory of a node)⌉
nodes  = shards × (1 + replicas)
\`\`\`

The factor is the allocator's, as measured. Four tenths of a node stay free for the copy on write of a
snapshot, for buffers of replicas, and for the live events of the last hour.
`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(3)} GB`
}
