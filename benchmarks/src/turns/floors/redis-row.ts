import { createClient } from '@redis/client'
import type { Floor, Place } from '../contestant.ts'

/** One key in one round trip. */
export async function redisRow({ redis = '' }: Place): Promise<Floor> {
  const client = createClient({ url: redis })
  await client.connect()
  let count = 0
  return {
    async write(text) {
      count += 1
      await client.set(`floor:${count % 1000}`, text)
    },
    close: () => client.close()
  }
}
