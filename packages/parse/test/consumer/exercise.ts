import {
  createReplyStream,
  DEFAULT_LIMITS,
  locate,
  parseReply,
  textWithoutData
} from '@turnwise/parse'
import { REPAIR_CODES, REPAIR_RISKS } from '@turnwise/parse/repairs'

const reply = `Ich denke, "Lisbon" paßt. 👍

\`\`\`json
{ city: 'Lisbon', "nights": "three", "tags": ["sea", "tram",], }
\`\`\`
Anything else?`

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    nights: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } }
  },
  required: ['city', 'nights', 'tags']
}

/** Uses everything the package exports, and gives back what came of it as plain JSON. */
export function exercise(): Record<string, unknown> {
  const outcome = parseReply(reply, { schema })
  if (outcome.kind !== 'structured') return { outcome }
  const city = locate(reply, outcome, ['city'])
  const stream = createReplyStream({ schema })
  const snapshots = [...reply].map(character => JSON.stringify(stream.push(character).snapshot))
  return {
    data: outcome.data,
    confidence: outcome.confidence,
    repairs: outcome.repairs.map(({ code, risk }) => [code, risk]),
    city: city && reply.slice(city.start, city.end),
    around: textWithoutData(reply, outcome.source),
    streamed: new Set(snapshots).size,
    ended: JSON.stringify(stream.end()) === JSON.stringify(outcome),
    refused: parseReply('I cannot help with that.').flags.refusal,
    codes: Object.keys(REPAIR_CODES).sort().join() === Object.keys(REPAIR_RISKS).sort().join(),
    limits: DEFAULT_LIMITS
  }
}
