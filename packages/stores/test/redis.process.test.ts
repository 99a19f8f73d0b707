import { afterAll, beforeAll } from 'vitest'
import { describeStore } from './describe-store.ts'
import { redisHarness } from './redis-harness.ts'
import { redisForTests } from './redis-server.ts'

let server: Awaited<ReturnType<typeof redisForTests>>
beforeAll(async () => {
  server = await redisForTests()
})
afterAll(() => server.close())

describeStore(
  'the Redis store',
  redisHarness(() => server.url)
)
