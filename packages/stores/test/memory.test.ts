import { memoryStore } from '@turnwise/stores/memory'
import { describeStore } from './describe-store.ts'

describeStore('the memory store', { open: async keep => memoryStore(keep) })
