import { defineConfig } from 'vitest/config'

// Workspace sources resolve only when the condition stands in both lists.
const resolve = { conditions: ['@turnwise/source'], externalConditions: ['@turnwise/source'] }
const shared = { resolve, ssr: { resolve } }

// Servers under test are set up by their tests alone, never by what sets up the server of whoever runs
// them: these would lead to conversations that are not the tests' own. A Redis that was named is told to
// the tests of the store alone, which write under a prefix of their own and empty nothing.
process.env.REDIS_FOR_TESTS = process.env.REDIS_URL ?? ''
for (const name of ['STORE', 'REDIS_URL', 'AGENT', 'WEBHOOK_URL']) delete process.env[name]

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/*.test.ts',
            'faults/test/**/*.test.ts',
            'test/*.test.ts'
          ],
          exclude: ['{packages/*,faults}/test/**/*.process.test.ts'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 }
        }
      },
      {
        ...shared,
        // Whole processes: servers killed and started again, Microsoft's client against the emulator,
        // and growth counted in processor time. They mostly wait, so two files go on at a time.
        test: {
          name: 'process',
          include: ['{packages/*,faults}/test/**/*.process.test.ts', 'test/process/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 }
        }
      },
      {
        ...shared,
        // The web app in a real browser, against a real server in a process of its own.
        test: {
          name: 'browser',
          include: ['apps/web/test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 }
        }
      }
    ]
  }
})
