import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

export const bestEffort: Peer = {
  title: 'best-effort-json-parser',
  package: 'best-effort-json-parser',
  load: async () => {
    const { parse, disableErrorLogging } = await import('best-effort-json-parser')
    disableErrorLogging()
    parse.onExtraToken = () => {}
    return { read: request => validated(request, parse(request.text)) }
  }
}
