import type { Site } from './site.ts'

/** The unsafe control, in the memory of one worker. */
export const controlSite = (): Site => ({
  settings: () => ({ kind: 'control' }),
  workers: 1,
  immortals: async () => [],
  leftovers: async () => [],
  close: async () => {}
})
