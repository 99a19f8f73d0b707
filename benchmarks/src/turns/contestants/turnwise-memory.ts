import { memoryStore } from '@turnwise/stores/memory'
import type { Contestant } from '../contestant.ts'
import { turnwiseHost } from './turnwise.ts'

export const turnwiseMemory: Contestant = {
  title: 'Turnwise, memory',
  package: '@turnwise/stores',
  store: 'memory',
  open: place => turnwiseHost(memoryStore(), place)
}
