import type { QueryInput } from '../../src/context/query.ts'

/** A query with nothing in it but what a test is about. */
export const input = (over: Partial<QueryInput> = {}): QueryInput => ({
  text: 'To Lisbon, please.',
  step: 'gathering',
  data: {},
  turnNumber: 1,
  constraints: [],
  allowedActions: null,
  contract: null,
  sources: [],
  history: [],
  format: 'brackets',
  budget: 2000,
  count: text => text.length,
  tiers: null,
  nonce: null,
  datamark: false,
  ...over
})
