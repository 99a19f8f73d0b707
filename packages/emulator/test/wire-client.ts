import type { Activity, Emulator, LogView, ScriptInput } from '@turnwise/emulator'

const origin = 'http://127.0.0.1'
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' }

/** One server-sent event, as a strict reader sees it: without data there is none. */
export interface Frame {
  event: string
  data: string
  id: string | null
}

/** Reads complete frames; a frame that is cut off, or has no data, does not count. */
export function readFrames(text: string): Frame[] {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n').slice(0, -1)
  return blocks.flatMap(block => {
    const fields = block.split('\n').map(line => line.split(/: ?(.*)/s))
    const value = (name: string): string | null =>
      fields.findLast(([field]) => field === name)?.[1] ?? null
    const data = value('data')
    return data === null ? [] : [{ event: value('event') ?? 'message', data, id: value('id') }]
  })
}

/** The parseable activities among frames. */
export function activitiesOf(frames: readonly Frame[]): Activity[] {
  return frames
    .filter(({ event }) => event === 'activity')
    .flatMap(({ data }) => {
      try {
        const activity = JSON.parse(data)
        return typeof activity?.type === 'string' ? [activity] : []
      } catch {
        return []
      }
    })
}

/** The text of the last message. */
export function finalText(activities: readonly Activity[]): string {
  return String(activities.findLast(({ type }) => type === 'message')?.text ?? '')
}

/** The data in the fence of the last message. */
export function envelopeOf(activities: readonly Activity[]): Record<string, unknown> {
  const fenced = /```json\n(.*)\n```/s.exec(finalText(activities))?.[1]
  if (fenced === undefined) throw new Error('The last message has no fenced JSON')
  return JSON.parse(fenced)
}

/** A query as the context builder writes it. */
export function contextQuery(data: Record<string, unknown>, input: string): string {
  const collected = JSON.stringify(data)
  return `[CONTEXT a1b2]\nPhase: gathering\nCollected data: ${collected}\nTurn number: 2\n[/CONTEXT a1b2]\n\n[USER INPUT a1b2]\n${input}\n[/USER INPUT a1b2]`
}

/** Talks to an emulator without a socket. */
export function openConversation(emulator: Emulator, schemaName: string, id = 'c1') {
  const base = `${origin}/copilotstudio/dataverse-backed/authenticated/bots/${schemaName}`
  const url = `${base}/conversations/${id}`
  const post = (body: unknown): Promise<Response> =>
    emulator.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  const turn = (activity: Activity): Promise<Response> => post({ activity, conversationId: id })
  const read = async (response: Response): Promise<Activity[]> =>
    activitiesOf(readFrames(await response.text()))
  return {
    post,
    turn,
    start: async () => read(await post({ emitStartConversationEvent: true, locale: 'en-US' })),
    say: async (text: string) => read(await turn({ type: 'message', text })),
    submit: async (value: unknown) =>
      read(await turn({ type: 'message', value, channelData: { postBack: true } })),
    subscribe: (lastEventId?: string) =>
      emulator.fetch(
        new Request(`${url}/subscribe`, {
          headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) }
        })
      )
  }
}

/** Queues behaviours and insists that the script is accepted. */
export async function queue(emulator: Emulator, ...turns: ScriptInput['turns']): Promise<void> {
  const response = await postScript(emulator, { turns })
  if (!response.ok) throw new Error(await response.text())
}

export function postScript(emulator: Emulator, body: unknown): Promise<Response> {
  const url = `${origin}/_emulator/script`
  return emulator.fetch(
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
  )
}

export async function readLog(emulator: Emulator): Promise<LogView & { pending: number }> {
  const response = await emulator.fetch(new Request(`${origin}/_emulator/log`))
  return response.json()
}
