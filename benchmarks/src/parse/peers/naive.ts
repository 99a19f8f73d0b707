import type { Peer } from '../reading.ts'
import { validated } from '../validator.ts'

/** What applications write in an afternoon: a pattern for the fence, else first to last brace. */
export const naive: Peer = {
  title: 'pattern + JSON.parse',
  load: async () => ({ read: request => validated(request, JSON.parse(inside(request.text))) })
}

function inside(text: string): string {
  const fence = /```(?:json)?\s*([\s\S]*?)```/.exec(text)
  if (fence?.[1] !== undefined) return fence[1]
  return text.includes('{') ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text
}
