export type { ConformanceCase } from './case.ts'
export type { StoreCase, StoreHarness } from './store/harness.ts'
export { storeCases } from './store/store-cases.ts'
