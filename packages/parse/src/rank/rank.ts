import { sameJson } from '../json.ts'
import type { Fitting } from '../judge/judged.ts'
import type { Pick } from '../options.ts'
import { FORMS, holdsCode } from './forms.ts'

/** The reading that is taken, and those it was taken before. */
export interface Ranking {
  readonly best: Fitting
  readonly others: readonly Fitting[]
  readonly ambiguous: boolean
}

/** What decides between readings, most important first; the higher number is taken. */
const CRITERIA: readonly ((one: Fitting) => number)[] = [
  one => -Number(one.finding.source.reasoning),
  one => Number(one.covered),
  standing,
  one => -risk(one),
  form,
  // The later one is the agent's last word.
  start
]

/** Chooses among the findings that fit. */
export function rank(fitting: readonly Fitting[], pick?: Pick): Ranking | undefined {
  const ordered = [...fitting].sort(compare)
  const [leader] = ordered
  if (leader === undefined) return undefined
  const inText = () =>
    ordered.filter(one => isPeer(one, leader)).sort((one, other) => start(one) - start(other))
  const best = (pick === 'first' ? inText()[0] : pick === 'last' && inText().at(-1)) || leader
  const others = ordered.filter(one => one !== best && !sameJson(one.data, best.data))
  const ambiguous = others.some(
    other => isPeer(other, leader, start(other) > start(best)) && !isSettled(best, other)
  )
  return { best, others, ambiguous }
}

function compare(one: Fitting, other: Fitting): number {
  return CRITERIA.reduce((decided, weigh) => decided || weigh(other) - weigh(one), 0)
}

function standing(one: Fitting): number {
  return { final: 2, plain: 1, example: 0, sample: 0, template: 0 }[one.finding.standing]
}

/** The whole was read as something else than it was written as. */
const RESHAPED = /wrap|implied/

/** Exact and lossless readings are alike; so are lossy ones. */
function risk({ repairs, dropped, finding }: Fitting): number {
  const ofRoot = repairs.filter(repair => repair.path.length === 0)
  // JSON taken as text is more than was asked for where plain words were said.
  if (ofRoot.some(repair => repair.code === 'text_from_json')) return 3
  if (repairs.some(repair => repair.risk === 'guess')) return 2
  if (ofRoot.some(repair => RESHAPED.test(repair.code))) return 1
  return dropped.length > 0 || finding.truncatedAt !== undefined ? 1 : 0
}

/** A fence of data is worth more than one of no language, and one of code less than none. */
function form({ finding: { source } }: Fitting): number {
  const [rank] = FORMS[source.form]
  if (holdsCode(source)) return FORMS.yaml[0]
  return source.form === 'fence' && source.language ? rank + 1 : rank
}

function start(one: Fitting): number {
  return one.finding.source.span.start
}

/**
 * Readings between which only the form and the position decide.
 *
 * @param whatever true where words around a reading count neither for nor against it, but for
 *   those that announce no answer
 */
function isPeer(one: Fitting, leader: Fitting, whatever = false): boolean {
  return (
    one.finding.source.reasoning === leader.finding.source.reasoning &&
    one.covered === leader.covered &&
    (whatever
      ? !/^(?:sample|template)$/.test(one.finding.standing)
      : Math.min(standing(one), 1) === Math.min(standing(leader), 1)) &&
    risk(one) <= Math.max(risk(leader), 1)
  )
}

/** The agent itself said which of the two it means. */
function isSettled(best: Fitting, rival: Fitting): boolean {
  if (form(best) > form(rival)) return true
  // Words that speak against what comes later may have meant what came before.
  if (standing(best) > standing(rival) && start(rival) < start(best)) return true
  const { span } = best.finding.source
  const inside = start(rival) >= span.start && rival.finding.source.span.end <= span.end
  // A worse reading is no rival, unless it is the agent's last word.
  return inside || (risk(rival) > risk(best) && start(rival) < span.start)
}
