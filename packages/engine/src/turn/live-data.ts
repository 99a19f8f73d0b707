import { createReplyStream, type ReplyStream, type StreamUpdate } from '@turnwise/parse'
import { readStructured } from '../reply/read-structured.ts'
import { expectedData } from '../reply/surfaces/expected-data.ts'
import { isSameJson } from '../same-json.ts'
import { deeperThan, deepest, isRecord, plainJson } from '../workflow/plain-json.ts'
import type { Workflow } from '../workflow/workflow.ts'
import type { LoadedTurn } from './load.ts'
import type { Untold } from './untold.ts'
import { withoutPending } from './without-pending.ts'

/** The data in a reply that is still being written. */
export type LiveData = {
  /** Adds to what a stream of the reply has said. */
  write: (stream: string, text: string) => void
  untold: () => Untold | null
}

/** Characters of one stream that are followed: every look at what has come checks all of it. */
const mostFollowed = 32_768

type Followed = { reading: ReplyStream; length: number }

/** Follows what an agent writes for the workflow; nothing where the workflow collects nothing. */
export const liveData = ({ workflow, number: turn }: LoadedTurn): LiveData => {
  const streams = new Map<string, Followed>()
  /** Of the stream that has said something new last. */
  let latest: StreamUpdate | null = null
  let told: Record<string, unknown> = {}

  return {
    write(stream, text) {
      if (workflow.data === null) return
      const followed = streams.get(stream) ?? {
        reading: createReplyStream({ schema: expectedData(workflow) }),
        length: 0
      }
      streams.set(stream, followed)
      followed.length += text.length
      if (followed.length > mostFollowed) return
      const update = followed.reading.push(text)
      if (update.changed.length > 0 || update.reset) latest = update
    },
    untold() {
      if (latest === null) return null
      const from = latest
      const data = fieldsIn(from, workflow)
      const done = (): void => {
        if (latest === from) latest = null
      }
      if (isSameJson(data, told)) {
        done()
        return null
      }
      return {
        event: { event: 'data-partial', data: { turn, data } },
        told() {
          told = data
          done()
        }
      }
    }
  }
}

/** Declared fields that are whole and valid; a reply that is over is read anew, and that counts. */
const fieldsIn = (
  { snapshot, pending }: StreamUpdate,
  workflow: Workflow
): Record<string, unknown> => {
  const whole = withoutPending(snapshot, pending)
  if (!isRecord(whole) || deeperThan(whole, deepest)) return {}
  const read = readStructured(plainJson(whole), workflow)
  return 'data' in read ? (read.data ?? {}) : {}
}
