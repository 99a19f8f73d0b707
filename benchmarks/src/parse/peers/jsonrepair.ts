import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

export const jsonrepair: Peer = {
  title: 'jsonrepair',
  package: 'jsonrepair',
  load: async () => {
    const { jsonrepair: repair } = await import('jsonrepair')
    return { read: request => validated(request, JSON.parse(repair(request.text))) }
  }
}
