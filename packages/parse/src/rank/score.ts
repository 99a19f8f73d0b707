import type { Fitting } from '../judge/judged.ts'
import type { Confidence, Repair, SourceForm } from '../outcome.ts'
import { isDataLanguage } from './data-language.ts'

/** What each repair takes from the score, and what all of a kind can take together. */
const PER_REPAIR = { lossless: 0.003, lossy: 0.05, guess: 0.16 } as const
const AT_MOST = { lossless: 0.1, lossy: 0.35, guess: 0.5 } as const

/** What forms are worth at best: words read as data are a guess from the start. */
const BEST: Readonly<Record<SourceForm, number>> = {
  document: 1,
  fence: 1,
  tool_call: 1,
  card: 0.95,
  inline_code: 0.95,
  bare: 0.97,
  yaml: 0.7,
  key_value: 0.6,
  table: 0.6,
  prose: 0.6
}

/** Says how sure a reading is, from 0 to 1. */
export function scoreOf(fitting: Fitting, ambiguous: boolean): number {
  const { finding, repairs, dropped, covered } = fitting
  let score = BEST[finding.source.form]
  for (const risk of ['lossless', 'lossy', 'guess'] as const) {
    score -= Math.min(AT_MOST[risk], count(repairs, risk) * PER_REPAIR[risk])
  }
  score -= Math.min(0.3, dropped.length * 0.06)
  if (finding.truncatedAt !== undefined) score -= 0.3
  if (finding.standing === 'example') score -= 0.35
  if (finding.standing === 'template') score -= 0.6
  if (finding.source.reasoning) score -= 0.6
  if (!covered) score -= 0.6
  if (!fitting.checked && looksLikeCode(fitting)) score -= 0.4
  if (ambiguous) score = Math.min(score, 0.5)
  return Math.round(Math.max(0.01, score) * 1000) / 1000
}

/** Without a schema, braces in a program or a style sheet read like data, too. */
function looksLikeCode({ finding, repairs }: Fitting): boolean {
  const { form, language } = finding.source
  if (form === 'fence') return !isDataLanguage(language)
  return (
    form !== 'document' &&
    repairs.some(repair => repair.code === 'key_quoted' || repair.code === 'string_quoted')
  )
}

function count(repairs: readonly Repair[], risk: Repair['risk']): number {
  let number = 0
  for (const repair of repairs) if (repair.risk === risk) number++
  return number
}

/** The score in a word. */
export function confidenceOf(score: number): Confidence {
  if (score >= 0.85) return 'high'
  return score >= 0.5 ? 'medium' : 'low'
}
