/** One event as it stands in the stream. */
export type ReadEvent = {
  id: string
  event: string
  data: Record<string, unknown> & { turn?: number; text?: string; messageId?: string }
}

/** Reads the events of an answer until it ends, or until the caller has had enough. */
export async function* eventsOf(response: Response): AsyncGenerator<ReadEvent> {
  if (response.body === null) return
  let rest = ''
  const text = response.body.pipeThrough(new TextDecoderStream())
  for await (const chunk of text) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) if (!frame.startsWith(':')) yield readFrame(frame)
  }
  if (rest !== '') throw new Error(`the stream ended inside ${rest}`)
}

export async function collect(response: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

function readFrame(frame: string): ReadEvent {
  const fields = new Map(
    frame.split('\n').map(line => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    })
  )
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null')
  }
}
