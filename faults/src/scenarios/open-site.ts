import type { Site } from '../house/site.ts'
import { sqliteSite } from '../house/sqlite-site.ts'
import type { StoreName } from './scenario.ts'

/** Opens a new place for conversations. */
export const openSite = async (store: StoreName): Promise<Site> => {
  if (store === 'sqlite') return sqliteSite()
  throw new TypeError(`there is no store ${store}`)
}
