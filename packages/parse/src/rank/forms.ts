import type { Source, SourceForm } from '../outcome.ts'

/**
 * Where nothing else decides, the form with the higher rank is taken; and the best score
 * there is: words read as data are a guess from the start.
 */
export const FORMS: Readonly<Record<SourceForm, readonly [rank: number, best: number]>> = {
  document: [6, 1],
  tool_call: [5, 1],
  fence: [4, 1],
  card: [4, 0.95],
  inline_code: [3, 0.95],
  bare: [3, 0.97],
  yaml: [2, 0.7],
  key_value: [1, 0.6],
  table: [1, 0.6],
  prose: [0, 0.6]
}

/** Says whether a fence promises code; one of no language promises nothing. */
export function holdsCode({ form, language = '' }: Source): boolean {
  return form === 'fence' && !/^(?:$|(?:nd)?json)/.test(language)
}
