import { type StoreHarness, storeCases } from '@turnwise/engine/conformance'
import { describe, it } from 'vitest'

/** Runs the list of what every store must do; without `reopen` or `damage`, of what a store in memory can do. */
export const describeStore = (name: string, harness: StoreHarness): void => {
  describe(name, () => {
    for (const { name, requirements, durable, damages, run } of storeCases)
      if ((!durable || harness.reopen) && (!damages || harness.damage))
        it(`[${requirements.join('] [')}] ${name}`, () => run(harness))
  })
}
