import type { Answer, Ask } from './protocol.ts'
import { type Question, read } from './reading.ts'
import { createReplay, type Replay } from './replay.ts'

let question: Question | undefined
let replay: Replay | undefined

function answer(ask: Ask): Answer {
  if (ask.kind === 'read') {
    question = ask.question
    replay = undefined
    return { kind: 'reading', reading: read(question) }
  }
  if (question === undefined) throw new TypeError('nothing was read yet')
  replay ??= createReplay(question)
  return { kind: 'moment', moment: replay.to(ask.at) }
}

self.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  try {
    self.postMessage(answer(data))
  } catch (error) {
    const failure: Answer = { kind: 'failure', message: String(error) }
    self.postMessage(failure)
  }
})
