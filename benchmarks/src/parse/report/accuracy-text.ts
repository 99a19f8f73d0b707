import { EXCLUDED } from '../../../../packages/parse/test/excluded-rows.ts'
import { table } from '../../table.ts'
import type { Judged, PeerAccuracy } from '../accuracy.ts'
import { JAVASCRIPT_PEERS, PEERS } from '../peers/index.ts'
import { standingOf } from '../score.ts'
import { SUITES } from '../suites.ts'

const GOALS: Readonly<Record<string, string>> = {
  baml: '≥ 97 %',
  jsonrepair: '≥ 97 %',
  pyjsonrepair: '≥ 80 %',
  'ai-fixjson': '≥ 98 %',
  'best-effort': '≥ 98 %',
  langchainjs: '≥ 98 %'
}

type Present = Extract<PeerAccuracy, { readonly judged: unknown }>

export function accuracyText(accuracy: readonly PeerAccuracy[]): string {
  const present = accuracy.filter(one => 'judged' in one)
  const absent = accuracy.filter(one => 'absent' in one)
  const [ours] = present
  const javascript = present.filter(one => JAVASCRIPT_PEERS.includes(one.peer))
  const head = ['rows of', 'rows', 'goal', ...present.map(titleOf), 'any JavaScript peer']
  const rows = [...SUITES, 'all'].map(suite => {
    const counts = (one: Judged) => counted(one) && inSuite(one, suite)
    const all = ours?.judged.filter(counts) ?? []
    return [
      suite,
      String(all.length),
      GOALS[suite] ?? '',
      ...present.map(one => share(one.judged.filter(counts))),
      share(anyOf(javascript, counts))
    ]
  })
  const apart = ['schema_partial', 'strict_reject'].map(kind => {
    const counts = ({ row }: Judged) => row.kind === kind && !(row.id in EXCLUDED)
    return [
      `${kind} (apart)`,
      String(ours?.judged.filter(counts).length ?? 0),
      '',
      ...present.map(one => share(one.judged.filter(counts))),
      share(anyOf(javascript, counts))
    ]
  })
  return [
    '## Accuracy',
    'Right as the authors of each suite see it, equal as JSON but for null-valued properties. A parser that\n' +
      'knows no schemas is joined with the validator (Zod) where a row has one. “Any JavaScript peer” counts\n' +
      'a row as right when at least one of the six libraries reads it.',
    table(head, [...rows, ...apart]),
    ...absent.map(one => `${PEERS[one.peer].title} did not run: ${one.absent}`),
    breakages(present),
    excluded(),
    failures(ours)
  ].join('\n\n')
}

function titleOf({ peer }: Present): string {
  return PEERS[peer].title
}

function counted({ row }: Judged): boolean {
  return standingOf(row) === 'counted'
}

function inSuite({ row }: Judged, suite: string): boolean {
  return suite === 'all' || row.suite === suite
}

function share(judged: readonly { readonly right: boolean }[]): string {
  if (judged.length === 0) return '–'
  return `${((100 * judged.filter(one => one.right).length) / judged.length).toFixed(1)} %`
}

function anyOf(
  peers: readonly Present[],
  counts: (one: Judged) => boolean
): readonly { readonly right: boolean }[] {
  const right = new Map<string, boolean>()
  for (const one of peers.flatMap(peer => peer.judged.filter(counts))) {
    right.set(one.row.id, one.right || right.get(one.row.id) === true)
  }
  return [...right.values()].map(value => ({ right: value }))
}

function breakages(peers: readonly Present[]): string {
  const list = peers.flatMap(peer =>
    peer.judged
      .filter(one => one.broke !== undefined)
      .map(one => `${titleOf(peer)}: ${one.broke} on \`${one.row.id}\``)
  )
  return list.length === 0 ? 'No parser crashed or hung on a row.' : list.join('; ')
}

function excluded(): string {
  const lines = Object.entries(EXCLUDED).map(([id, reason]) => `- \`${id}\`: ${reason}`)
  return `Left out, for all parsers:\n\n${lines.join('\n')}`
}

function failures(ours: Present | undefined): string {
  const failed = ours?.judged.filter(one => !one.right && standingOf(one.row) !== 'excluded') ?? []
  if (failed.length === 0) return 'Turnwise reads all other rows.'
  const ids = failed.map(({ row }) => `- \`${row.id}\``)
  return `Turnwise differs from (\`--json\` has what was expected and what was read):\n\n${ids.join('\n')}`
}
