import type { Writable } from 'node:stream'
import { formatPath, positionAt } from '@turnwise/contracts'
import type { Outcome, OutcomeFlags, ParseErrorOutcome, StructuredOutcome } from '@turnwise/parse'
import { printable, printableLine } from '../chat/printable.ts'
import { type Paint, paintFor } from '../paint.ts'
import { toJson } from './to-json.ts'

/** Shows to people what a reply was read as, and how sure that is. */
export function outcomeLines(text: string, outcome: Outcome, output: Writable): string[] {
  const paint = paintFor(output)
  const flags = flagLines(outcome.flags, paint)
  switch (outcome.kind) {
    case 'structured':
      return [...structuredLines(text, outcome, paint), ...flags]
    case 'parse_error':
      return [...errorLines(outcome, paint), ...flags]
    case 'passthrough':
      return [paint('yellow', 'passthrough: nothing like data was there'), ...flags]
  }
}

const SURE = { high: 'green', medium: 'yellow', low: 'red' } as const

function structuredLines(text: string, outcome: StructuredOutcome, paint: Paint): string[] {
  const { data, confidence, score, source, repairs, ambiguous, alternatives } = outcome
  const { line, column } = positionAt(text, source.span.start)
  const form = source.language === undefined ? source.form : `${source.form} ${source.language}`
  const sure = paint(SURE[confidence], `${confidence} confidence`)
  return [
    `${paint('bold', 'structured')} with ${sure} (${score}), ${printableLine(form)} at ${line}:${column}`,
    printable(toJson(data, 2)),
    ...counted(repairs.length, 'repair'),
    ...outcome.dropped.map(({ path, reason }) =>
      paint('yellow', `dropped ${printableLine(`${formatPath(path)}: ${reason}`)}`)
    ),
    ...outcome.extra.map(({ path }) => `not in the schema: ${printableLine(formatPath(path))}`),
    ...(ambiguous ? [paint('yellow', 'ambiguous: another reading is as likely')] : []),
    ...counted(alternatives.length, 'alternative')
  ]
}

function errorLines({ issues, candidates }: ParseErrorOutcome, paint: Paint): string[] {
  return [
    paint('red', `parse error: data was there and does not fit (${candidates.length} tried)`),
    ...issues.map(({ path, expected, got }) => {
      const at = path.length === 0 ? '(root)' : formatPath(path)
      return `  ${printableLine(`${at}: expected ${expected}, got ${got}`)}`
    })
  ]
}

const FLAGS: Readonly<Record<Exclude<keyof OutcomeFlags, 'limits'>, string>> = {
  refusal: 'the agent declines',
  empty: 'the reply is empty',
  silentFailure: 'the agent says nothing: {}',
  truncated: 'the reply breaks off'
}

function flagLines(flags: OutcomeFlags, paint: Paint): string[] {
  const names = Object.keys(FLAGS) as (keyof typeof FLAGS)[]
  const said = names.filter(name => flags[name]).map(name => FLAGS[name])
  const limits = flags.limits.map(limit => `not everything was read: limit of ${limit}`)
  return [...said, ...limits].map(line => paint('yellow', line))
}

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
