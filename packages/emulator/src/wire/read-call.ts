import type { Activity } from './activity.ts'
import type { Address } from './address.ts'
import { readBody } from './read-body.ts'

/** What a request asks of the far side. */
export type Call =
  | { kind: 'start'; greet: boolean }
  | { kind: 'turn'; activity: Activity }
  | { kind: 'subscribe'; lastEventId: string | null }
  | { kind: 'refused'; status: number; message: string }

/** Reads a request of the protocol: who asks is checked first, then the method, then the body. */
export async function readCall(request: Request, address: Address): Promise<Call> {
  const bearer = /^Bearer +\S/i.test(request.headers.get('authorization') ?? '')
  if (!bearer) return refused(401, 'A bearer token is required.')
  if (request.method !== (address.subscribe ? 'GET' : 'POST')) {
    return refused(405, `${request.method} is not answered here.`)
  }
  if (address.subscribe) {
    return { kind: 'subscribe', lastEventId: request.headers.get('last-event-id') }
  }
  const body = await readBody(request)
  if (!body.ok) return refused(body.status, body.message)
  if (!isObject(body.json)) return refused(400, 'The body is no JSON object.')
  const { activity, emitStartConversationEvent } = body.json
  if (activity === undefined) return { kind: 'start', greet: emitStartConversationEvent !== false }
  if (!isObject(activity) || typeof activity.type !== 'string') {
    return refused(400, 'The activity has no type.')
  }
  return { kind: 'turn', activity }
}

const refused = (status: number, message: string): Call => ({ kind: 'refused', status, message })

function isObject(value: unknown): value is Activity {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
