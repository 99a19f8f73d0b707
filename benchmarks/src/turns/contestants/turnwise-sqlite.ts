import { join } from 'node:path'
import { sqliteStore } from '@turnwise/stores/sqlite'
import type { Contestant } from '../contestant.ts'
import { turnwiseHost } from './turnwise.ts'

export const turnwiseSqlite: Contestant = {
  title: 'Turnwise, SQLite',
  package: '@turnwise/stores',
  store: 'sqlite',
  open: async place =>
    turnwiseHost(await sqliteStore({ file: join(place.folder, 'turnwise.sqlite') }), place)
}
