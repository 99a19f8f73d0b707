export { type ContextFacts, writeContextLines } from './context-facts.ts'
export { stripInvisible } from './invisible.ts'
export { neutralise } from './neutralise.ts'
export type { QueryFormat, QueryText } from './query-format.ts'
export { markWords, type ReadQuery } from './read-facts.ts'
export { QUERY_FORMATS, type QueryFormatName, readQuery, splitSystem } from './read-query.ts'
export { SECTION_NAMES, type SectionName, writeSection } from './section.ts'
export { type TagNames, tagNames } from './spelled-tag.ts'
export {
  type ParsedTemplate,
  parseTemplate,
  type QueryTemplate,
  TEMPLATE_SLOTS,
  type TemplateSlot
} from './template.ts'
