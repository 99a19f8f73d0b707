const dataBegins = /[{]|`{3}|~{3}|<think|<reason|<tool/i
const mayBegin = /(?:`{1,2}|~{1,2}|<[a-z]{0,6})$/i

/**
 * How much of a text that is still being written can be shown: up to the first sign of data, and
 * never a tail that may turn out to be one, or to be the white space before it.
 */
export const showable = (text: string): string => {
  const begins = text.search(dataBegins)
  const shown = begins < 0 ? text : text.slice(0, begins)
  return shown.replace(mayBegin, '').trimEnd()
}
