export { type ContextLines, writeContextLines } from './context-lines.ts'
export { neutralise } from './neutralise.ts'
export { type ReadQuery, readQuery } from './read-query.ts'
export { SECTION_NAMES, type SectionName, writeSection } from './section.ts'
