import {
  QUERY_FORMATS,
  type QueryFormat,
  type QueryFormatName,
  type QueryTemplate
} from '@turnwise/schema'

/** How an agent is told where the workflow stands: a format by name, or a parsed template. */
export type ContextFormat = QueryFormatName | QueryTemplate

/** The format behind a name. */
export const formatOf = (format: ContextFormat): QueryFormat =>
  typeof format === 'string' ? QUERY_FORMATS[format] : format
