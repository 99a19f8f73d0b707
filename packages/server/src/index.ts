export { type Listening, type ListenOptions, listen } from './boot/listen.ts'
export { type LoadedWorkflows, loadWorkflows } from './boot/load-workflows.ts'
export { nodeListener } from './boot/node-listener.ts'
export { configurationPage } from './configuration/configuration-page.ts'
export {
  type Environment,
  type ReadConfiguration,
  readConfiguration
} from './configuration/read-configuration.ts'
export type { Configuration } from './configuration/variables.ts'
export { hostNames } from './edge/host-names.ts'
export type { RequestRecord } from './edge/request-record.ts'
export type { FailureContext, OnFailure } from './problem-document.ts'
export { type ProblemCode, type ProblemRow, problems } from './problems.ts'
export type { ReadinessChecks } from './routes/health.ts'
export { createServer, type Server, type ServerOptions } from './server.ts'
export { type PageFile, type Pages, readPages } from './static/read-pages.ts'
