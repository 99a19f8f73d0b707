import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

/** `parseJsonMarkdown` for replies, `parsePartialJson` for documents. */
export const langchain: Peer = {
  title: 'LangChain',
  package: '@langchain/core',
  load: async () => {
    const { parseJsonMarkdown, parsePartialJson } = await import('@langchain/core/output_parsers')
    return {
      read: request => {
        const read = request.mode === 'reply' ? parseJsonMarkdown : parsePartialJson
        const value: unknown = read(request.text)
        // Null says that nothing could be read, unless null is what the text says.
        if (value === null && request.text.trim() !== 'null') return { found: false, why: 'null' }
        return validated(request, value)
      }
    }
  }
}
