import type { Site } from '../house/site.ts'
import { sqliteSite } from '../house/sqlite-site.ts'
import { redisSite } from '../redis/site.ts'
import type { StoreName } from './scenario.ts'

/** Opens new places for conversations. */
export const siteOn = (store: StoreName) => async (): Promise<Site> =>
  store === 'sqlite' ? sqliteSite() : redisSite()
