import type { Activity } from './activity.ts'

/** How frames look on the wire; every form is one a real stream was seen to take. */
export interface FrameEncoding {
  /** Lines end with CRLF instead of LF. */
  crlf?: boolean | undefined
  /** Comments and keep-alives stand between frames. */
  comments?: boolean | undefined
  /** Frames a client must survive stand before the first activity. */
  badFrames?: boolean | undefined
  /** Bytes a chunk holds at most, so that characters are split across chunks. */
  splitBytes?: number | undefined
}

/** Serialises server-sent events. */
export interface FrameWriter {
  opening(): Uint8Array[]
  activity(eventId: string, activity: Activity): Uint8Array[]
  end(withData: boolean): Uint8Array[]
}

const malformed = [
  'event: activity\ndata: {"type":"message","text":"cut in the mid\n\n',
  'event: activity\ndata: null\n\n',
  'event: activity\ndata: ["not", "an", "activity"]\n\n',
  'event: activity\n\n',
  'event: surprise\ndata: {"type":"message","text":"of an unknown event"}\n\n',
  'data: {"type":"message","text":"without an event name"}\n\n',
  'nonsense without a colon\n\n'
]

export function createFrameWriter(encoding: FrameEncoding): FrameWriter {
  const encoder = new TextEncoder()
  const bytes = (text: string): Uint8Array[] => {
    const line = encoding.crlf ? text.replaceAll('\n', '\r\n') : text
    return split(encoder.encode(line), encoding.splitBytes)
  }
  const comment = encoding.comments ? ': keep-alive\n\n' : ''
  return {
    opening() {
      const text = comment + (encoding.badFrames ? malformed.join('') : '')
      return text === '' ? [] : bytes(text)
    },
    activity: (eventId, activity) =>
      bytes(`id: ${eventId}\nevent: activity\ndata: ${JSON.stringify(activity)}\n\n${comment}`),
    end: withData => bytes(withData ? 'event: end\ndata: end\n\n' : 'event: end\n\n')
  }
}

function split(bytes: Uint8Array, size: number | undefined): Uint8Array[] {
  if (size === undefined) return [bytes]
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
  return chunks
}
