/** Languages of fences that hold data rather than code about data. */
const DATA_LANGUAGES = new Set(['', 'json', 'json5', 'jsonc', 'jsonl', 'ndjson'])

/** Says whether a fence's info string promises data, or nothing at all. */
export function isDataLanguage(language: string | undefined): boolean {
  return DATA_LANGUAGES.has((language ?? '').split(/\s/)[0] ?? '')
}
