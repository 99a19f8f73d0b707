import type { Activity } from '../../wire/activity.ts'

/** How the pieces of a stream were seen to arrive. */
export interface StreamForm {
  /** Each typing activity holds the whole text so far, instead of its piece. */
  cumulative?: boolean
  /** Stream information stands in `channelData` alone, as older services send it. */
  channelDataOnly?: boolean
  /** Typing activities hold no text but a thought, so that only the final message says anything. */
  thoughts?: boolean
  /** Every second pair of pieces changes places; the sequence numbers tell the order. */
  outOfOrder?: boolean
}

const pieceLength = 24

/**
 * Streams a text ahead of the message that finally says it.
 * @param final the message that is authoritative; it gets the stream's closing information
 */
export function streamText(
  text: string,
  final: Activity,
  streamId: string,
  form: StreamForm = {}
): Activity[] {
  const pieces = cut(text)
  const typing = pieces.map((piece, index) => {
    const info = { streamType: 'streaming', streamSequence: index + 1, streamId }
    const said = form.cumulative ? pieces.slice(0, index + 1).join('') : piece
    if (form.thoughts) return thought(info, index)
    return withStreamInfo({ type: 'typing', text: said }, info, form)
  })
  const opening = withStreamInfo(
    { type: 'typing', text: 'Thinking' },
    { streamType: 'informative', streamSequence: 1, streamId: `${streamId}-status` },
    form
  )
  const closing = withStreamInfo(final, { streamType: 'final', streamId }, form)
  return [opening, ...(form.outOfOrder ? swapped(typing) : typing), closing]
}

function cut(text: string): string[] {
  const characters = Array.from(text)
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += pieceLength) {
    pieces.push(characters.slice(at, at + pieceLength).join(''))
  }
  return pieces
}

function withStreamInfo(activity: Activity, info: Activity, form: StreamForm): Activity {
  if (form.channelDataOnly) return { ...activity, channelData: info }
  const entities = Array.isArray(activity.entities) ? activity.entities : []
  return { ...activity, entities: [{ type: 'streaminfo', ...info }, ...entities] }
}

function thought(info: Activity, index: number): Activity {
  const words = { type: 'thought', title: 'Planning', text: `Step ${index + 1}`, sequence: index }
  return { type: 'typing', text: '', entities: [{ type: 'streaminfo', ...info }, words] }
}

function swapped(activities: Activity[]): Activity[] {
  const result = [...activities]
  for (let at = 0; at + 1 < result.length; at += 4) {
    const [first, second] = [result[at], result[at + 1]]
    if (first && second) result.splice(at, 2, second, first)
  }
  return result
}
