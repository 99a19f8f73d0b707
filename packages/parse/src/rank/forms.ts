import type { Source, SourceForm } from '../outcome.ts'

interface FormWorth {
  /** Where nothing else decides, the form with the higher rank is taken. */
  readonly rank: number
  /** The best score there is: words read as data are a guess from the start. */
  readonly best: number
}

export const FORMS: Readonly<Record<SourceForm, FormWorth>> = {
  document: { rank: 6, best: 1 },
  tool_call: { rank: 5, best: 1 },
  fence: { rank: 4, best: 1 },
  card: { rank: 4, best: 0.95 },
  inline_code: { rank: 3, best: 0.95 },
  bare: { rank: 3, best: 0.97 },
  yaml: { rank: 2, best: 0.7 },
  key_value: { rank: 1, best: 0.6 },
  table: { rank: 1, best: 0.6 },
  prose: { rank: 0, best: 0.6 }
}

/** Says whether a fence promises code; one of no language promises nothing. */
export function holdsCode({ form, language = '' }: Source): boolean {
  return form === 'fence' && !/^(?:$|(?:nd)?json)/.test(language)
}
