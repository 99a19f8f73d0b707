import { parseAccept } from 'hono/utils/accept'

type MediaRange = ReturnType<typeof parseAccept>[number]

/**
 * Decides by `Accept` whether a turn is answered as a stream of events.
 *
 * A client has to name `text/event-stream`, with no lower quality than JSON: wildcards, no header
 * and nonsense all get JSON.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function wantsEventStream(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? '')
  const stream = qualityOf(ranges, 'text/event-stream')
  const json =
    qualityOf(ranges, 'application/json') ??
    qualityOf(ranges, 'application/*') ??
    qualityOf(ranges, '*/*') ??
    0
  return stream !== undefined && stream > 0 && stream >= json
}

const qualityOf = (ranges: readonly MediaRange[], range: string): number | undefined =>
  ranges.find(({ type }) => type.toLowerCase() === range)?.q
