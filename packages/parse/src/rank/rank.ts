import { sameJson } from '../json.ts'
import type { Fitting } from '../judge/judged.ts'
import type { Pick } from '../options.ts'
import type { Repair } from '../outcome.ts'
import { isDataLanguage } from './data-language.ts'

/** The reading that is taken, and those it was taken before. */
export interface Ranking {
  readonly best: Fitting
  readonly others: readonly Fitting[]
  readonly ambiguous: boolean
}

/** Chooses among the findings that fit. */
export function rank(fitting: readonly Fitting[], pick: Pick): Ranking | undefined {
  const ordered = [...fitting].sort(byWorth)
  const [leader] = ordered
  if (leader === undefined) return undefined
  const peers = ordered.filter(one => isPeer(one, leader))
  const inText = [...peers].sort((one, other) => startOf(one) - startOf(other))
  const best = (pick === 'first' ? inText[0] : pick === 'last' ? inText.at(-1) : leader) ?? leader
  const rivals = peers.filter(one => one !== best && !sameJson(one.data, best.data))
  const ambiguous = rivals.some(rival => !isSettled(best, rival))
  return {
    best,
    others: ordered.filter(one => one !== best && !sameJson(one.data, best.data)),
    ambiguous
  }
}

/** The criteria in order; what stands later in the text decides last. */
function byWorth(one: Fitting, other: Fitting): number {
  return (
    worth(other.finding.source.reasoning ? 0 : 1, one.finding.source.reasoning ? 0 : 1) ||
    worth(covers(other), covers(one)) ||
    worth(standing(other), standing(one)) ||
    worth(riskClass(one), riskClass(other)) ||
    worth(form(other), form(one)) ||
    startOf(other) - startOf(one)
  )
}

function worth(one: number, other: number): number {
  return one - other
}

function covers(one: Fitting): number {
  return one.covered ? 1 : 0
}

function standing(one: Fitting): number {
  return { final: 2, plain: 1, example: 0, template: 0 }[one.finding.standing]
}

/** Exact and lossless readings are alike; so are lossy ones. */
function riskClass(one: Fitting): number {
  if (one.repairs.some(repair => repair.risk === 'guess')) return 2
  // JSON taken as text is more than was asked for where plain words were said.
  if (one.repairs.some(repair => repair.code === 'text_from_json' && isRoot(repair))) return 3
  if (one.repairs.some(repair => RESHAPED.has(repair.code) && isRoot(repair))) return 1
  return one.dropped.length > 0 || one.finding.truncatedAt !== undefined ? 1 : 0
}

/** The whole was read as something else than it was written as. */
const RESHAPED = new Set<string>([
  'item_wrapped',
  'item_unwrapped',
  'implied_key',
  'wrapper_removed'
])

function isRoot(repair: Repair): boolean {
  return repair.path.length === 0
}

const FORMS = {
  document: 6,
  tool_call: 5,
  fence: 4,
  card: 4,
  inline_code: 3,
  bare: 3,
  yaml: 2,
  key_value: 1,
  table: 1,
  prose: 0
} as const

function form(one: Fitting): number {
  const { source } = one.finding
  if (source.form !== 'fence' || source.language === undefined || source.language === '') {
    return FORMS[source.form]
  }
  return isDataLanguage(source.language) ? FORMS.fence + 1 : FORMS.bare - 1
}

function startOf(one: Fitting): number {
  return one.finding.source.span.start
}

function endOf(one: Fitting): number {
  return one.finding.source.span.end
}

/** Readings between which only the position decides. */
function isPeer(one: Fitting, leader: Fitting): boolean {
  return (
    one.finding.source.reasoning === leader.finding.source.reasoning &&
    covers(one) === covers(leader) &&
    Math.min(standing(one), 1) === Math.min(standing(leader), 1) &&
    riskClass(one) <= Math.max(riskClass(leader), 1)
  )
}

/** The agent itself said which of the two it means. */
function isSettled(best: Fitting, rival: Fitting): boolean {
  if (standing(best) > standing(rival) || form(best) > form(rival)) return true
  if (startOf(rival) >= startOf(best) && endOf(rival) <= endOf(best)) return true
  // A worse reading is no rival, unless it is the agent's last word.
  return riskClass(rival) > riskClass(best) && startOf(rival) < startOf(best)
}
