import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

export const partialJson: Peer = {
  title: 'partial-json',
  package: 'partial-json',
  load: async () => {
    const { parse, Allow } = await import('partial-json')
    return { read: request => validated(request, parse(request.text, Allow.ALL)) }
  }
}
