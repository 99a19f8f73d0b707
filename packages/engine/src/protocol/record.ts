import type { AdmitRequest } from '../ports/store.ts'
import type {
  TurnRecord,
  UnfinishedRecord,
  WorkflowReference
} from '../ports/stored-conversation.ts'

/**
 * A turn as it is when its key is new, or free again.
 *
 * @param wall when it is admitted, in milliseconds since 1970
 */
export const newRecord = (
  request: AdmitRequest,
  workflow: WorkflowReference,
  wall: number,
  state: 'started' | 'waiting'
): UnfinishedRecord => ({
  tid: request.tid,
  route: request.route,
  fingerprint: request.fingerprint,
  input: request.input,
  state,
  workflow,
  base: null,
  attempts: 0,
  admittedAt: new Date(wall).toISOString(),
  queries: [],
  handles: null,
  replies: [],
  late: null,
  turn: null,
  failure: null,
  end: null,
  expiresAt: state === 'waiting' ? wall + request.wait : null
})

/** A turn that has ended: what its entry has, or nobody needs any more, is not kept twice. */
export const endedRecord = (
  record: TurnRecord,
  end: Pick<TurnRecord, 'state' | 'turn' | 'failure' | 'end' | 'expiresAt'>
): TurnRecord => ({ ...record, ...end, input: null, queries: [], replies: [], handles: null })

/**
 * Whether nothing more happens to a turn unless its key starts again.
 *
 * It decides what `expiresAt` of a record means: an ended one is forgotten then, a waiting one has
 * waited too long then, and a turn that runs has none, or it could be lost under its worker.
 */
export const ended = ({ state }: Pick<TurnRecord, 'state'>): boolean =>
  state === 'entered' || state === 'failed-final' || state === 'failed-retryable'
