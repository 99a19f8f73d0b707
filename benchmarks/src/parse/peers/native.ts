import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

/** What every Node has, with the application's validator behind it. */
export const native: Peer = {
  title: 'JSON.parse',
  load: async () => ({ read: request => validated(request, JSON.parse(request.text)) })
}
