import type { Case } from './case.ts'
import type { Answer, Ask } from './protocol.ts'
import { readSchema } from './read-schema.ts'
import { type Question, read } from './reading.ts'
import { createReplay, type Replay } from './replay.ts'

let question: Question | undefined
let replay: Replay | undefined

function answer(ask: Ask): Answer {
  if (ask.kind === 'read') {
    question = questionOf(ask.case)
    replay = undefined
    return { kind: 'reading', reading: read(question) }
  }
  if (question === undefined) throw new TypeError('nothing was read yet')
  replay ??= createReplay(question)
  return { kind: 'moment', moment: replay.to(ask.at) }
}

// The schema comes as text: a deep value could not be handed to a worker.
function questionOf(one: Case): Question {
  const found = readSchema(one.schema)
  if (found.kind === 'invalid') throw new TypeError(found.message)
  return { ...one, schema: found.schema }
}

self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  try {
    self.postMessage(answer(data))
  } catch (error) {
    const failure: Answer = { kind: 'failure', message: String(error) }
    self.postMessage(failure)
  }
})
