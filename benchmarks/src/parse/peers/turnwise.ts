import { createReplyStream, type Outcome, type ParseOptions, parseReply } from '@turnwise/parse'
import { found, type Peer, type Reading, type Request } from '../reading.ts'

export const turnwise: Peer = {
  title: 'Turnwise',
  package: '@turnwise/parse',
  load: async () => ({ read, follow })
}

function read(request: Request): Reading {
  const reading = readingOf(parseReply(request.text, optionsOf(request)))
  if (reading.found || request.partial !== true) return reading
  return found(createReplyStream(optionsOf(request)).push(request.text).snapshot)
}

function follow(chunks: readonly string[], request: Request, watched: boolean): Reading {
  const stream = createReplyStream(optionsOf(request))
  let shown: unknown
  for (const chunk of chunks) {
    const update = stream.push(chunk)
    if (watched) shown = update.snapshot
  }
  const reading = readingOf(stream.end())
  const hidden = watched && reading.found && shown === undefined
  return hidden ? { found: false, why: 'nothing was shown' } : reading
}

function optionsOf({ mode, strict, validator, schema }: Request): ParseOptions {
  const wanted = validator ?? schema
  return { mode, strict: strict === true, ...(wanted === undefined ? {} : { schema: wanted }) }
}

function readingOf(outcome: Outcome): Reading {
  if (outcome.kind !== 'structured') return { found: false, why: outcome.kind }
  const { data, confidence, score } = outcome
  return { found: true, data, confidence, score }
}
