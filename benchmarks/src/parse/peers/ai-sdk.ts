import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

export const aiSdk: Peer = {
  title: 'AI SDK',
  package: 'ai',
  load: async () => {
    const { parsePartialJson } = await import('ai')
    return {
      read: async request => {
        const { value, state } = await parsePartialJson(request.text)
        if (state === 'failed-parse') return { found: false, why: state }
        return validated(request, value)
      }
    }
  }
}
