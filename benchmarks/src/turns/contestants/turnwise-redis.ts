import { redisStore } from '@turnwise/stores/redis'
import type { Contestant } from '../contestant.ts'
import { turnwiseHost } from './turnwise.ts'

export const turnwiseRedis: Contestant = {
  title: 'Turnwise, Redis',
  package: '@turnwise/stores',
  store: 'redis',
  open: async place => turnwiseHost(await redisStore({ url: place.redis ?? '' }), place)
}
