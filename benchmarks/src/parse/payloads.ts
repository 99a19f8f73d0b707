import { toJSONSchema } from 'zod'
import { Orders, ordersOfLength } from './orders.ts'
import type { PeerName } from './peers/index.ts'
import type { ObjectSchema, Request } from './reading.ts'
import { prose } from './sample-text.ts'

/** A text that is timed, and what must come out for the time to count. */
export interface Payload {
  readonly request: Request
  /** The text in pieces, where it is read as it arrives. */
  readonly chunks?: readonly string[]
  /** What is in the text; undefined when there is nothing. */
  readonly expected: unknown
  /** Whose time is the unit. */
  readonly reference: PeerName
  /** Turnwise takes at most this multiple of the reference. */
  readonly goal: number
}

/** What is timed, by title. Each is made when it is first asked for. */
export const PAYLOADS: Readonly<Record<string, () => Payload>> = {
  'clean 1 KB, schema': () => clean(1_000),
  'clean 8 KB, schema': () => clean(8_000),
  'clean 64 KB, schema': () => clean(64_000),
  'clean 1 MB, schema': () => clean(1_000_000),
  'clean 1 MB': () => withoutSchema(clean(1_000_000)),
  'fenced 32 KB in prose': fenced,
  'prose 20 KB, nothing in it': nothing,
  'messy 32 KB': messy,
  'streamed 21 KB, 64 a chunk': streamed
}

const schema = toJSONSchema(Orders) as ObjectSchema

function clean(length: number): Payload {
  const expected = ordersOfLength(length)
  const text = JSON.stringify(expected)
  return {
    request: { text, mode: 'reply', schema, validator: Orders },
    expected,
    reference: 'native',
    goal: 1.2
  }
}

function withoutSchema(payload: Payload): Payload {
  const { text, mode } = payload.request
  return { ...payload, request: { text, mode } }
}

function fenced(): Payload {
  const expected = ordersOfLength(21_000)
  const json = JSON.stringify(expected, null, 1)
  const text = `${prose(2_000)}\n\n\`\`\`json\n${json}\n\`\`\`\n\n${prose(2_000, 8)}`
  return { request: { text, mode: 'reply' }, expected, reference: 'naive', goal: 0.15 / 0.085 }
}

function nothing(): Payload {
  const request: Request = { text: prose(20_000), mode: 'reply' }
  return { request, expected: undefined, reference: 'naive', goal: 0.05 / 0.004 }
}

/** Single quotes, bare keys, trailing commas and comments, as models write them. */
function messy(): Payload {
  const expected = ordersOfLength(25_500)
  const lines = JSON.stringify(expected, null, 1)
    .replaceAll('\\"quoted\\"', 'quoted')
    .replace(/"(\w+)":/g, '$1:')
    .replace(/"((?:[^"\\]|\\.)*)"/g, "'$1'")
    .replace(/([\]}'\w])\n(\s*)([\]}])/g, '$1,\n$2$3')
    .split('\n')
  const text = lines.map((line, at) => (at % 40 === 7 ? `${line} // as agreed` : line)).join('\n')
  return {
    request: { text, mode: 'document' },
    expected: JSON.parse(JSON.stringify(expected).replaceAll('\\"quoted\\"', 'quoted')),
    reference: 'jsonrepair',
    goal: 1 / 1.4
  }
}

function streamed(): Payload {
  const expected = ordersOfLength(21_000)
  const text = JSON.stringify(expected)
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += 64) chunks.push(text.slice(at, at + 64))
  return {
    request: { text, mode: 'reply' },
    chunks,
    expected,
    reference: 'aiSdk',
    goal: 10 / 220
  }
}
