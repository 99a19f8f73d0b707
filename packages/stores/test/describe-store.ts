import { type StoreHarness, storeCases } from '@turnwise/engine/conformance'
import { describe, it } from 'vitest'

/** Runs the list of what every store must do; without `reopen`, of what a store in memory can do. */
export const describeStore = (name: string, harness: StoreHarness): void => {
  describe(name, () => {
    for (const { name, requirements, durable, run } of storeCases)
      if (!durable || harness.reopen)
        it(`[${requirements.join('] [')}] ${name}`, () => run(harness))
  })
}
