import type { Span } from '@turnwise/parse'

/** A run of text under the same marks; empty where a mark stands between two characters. */
export type Segment = Span & {
  /** The indexes of the marks over it, ascending. */
  readonly marks: readonly number[]
  /** The indexes of those that begin here. */
  readonly begins: readonly number[]
}

/**
 * Cuts a text into runs, so that marks may overlap in any way.
 *
 * The segments follow each other without a gap: their texts together are the text.
 *
 * @param length of the text, in UTF-16 units; marks are clipped to it
 */
export function layOut(length: number, marks: readonly Span[]): Segment[] {
  const clip = (at: number): number => Math.min(Math.max(0, at), length)
  const events = new Map<number, { begin: number[]; end: number[]; empty: number[] }>()
  const eventsAt = (at: number) => {
    const found = events.get(at) ?? { begin: [], end: [], empty: [] }
    events.set(at, found)
    return found
  }
  eventsAt(0)
  for (const [index, mark] of marks.entries()) {
    const start = clip(mark.start)
    const end = clip(mark.end)
    if (start >= end) eventsAt(start).empty.push(index)
    else {
      eventsAt(start).begin.push(index)
      eventsAt(end).end.push(index)
    }
  }

  const segments: Segment[] = []
  const over = new Set<number>()
  const places = [...events.keys()].sort((one, other) => one - other)
  for (const [index, start] of places.entries()) {
    const { begin, end, empty } = eventsAt(start)
    for (const mark of end) over.delete(mark)
    if (empty.length > 0) {
      segments.push({ start, end: start, marks: ordered([...over, ...empty]), begins: empty })
    }
    for (const mark of begin) over.add(mark)
    const next = places[index + 1] ?? length
    if (next > start) segments.push({ start, end: next, marks: ordered(over), begins: begin })
  }
  return segments
}

const ordered = (marks: Iterable<number>): number[] => [...marks].sort((one, other) => one - other)

/**
 * Cuts a long text into blocks a browser can lay out one by one, at line breaks where there are any.
 *
 * @returns where each block ends, ascending; the last one is the end of the text
 */
export function blockEnds(text: string, size: number): number[] {
  const ends: number[] = []
  let start = 0
  while (text.length - start > size * 2) {
    const found = text.indexOf('\n', start + size)
    const end =
      found === -1 || found >= start + size * 2 ? wholeCharacter(text, start + size) : found + 1
    ends.push(end)
    start = end
  }
  ends.push(text.length)
  return ends
}

/** Never between the two halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code < 0xe000 ? at + 1 : at
}

/** The segments of each block; one that crosses a border is cut in two. */
export function inBlocks(segments: readonly Segment[], ends: readonly number[]): Segment[][] {
  const blocks: Segment[][] = ends.map(() => [])
  let block = 0
  for (const segment of segments) {
    let { start } = segment
    let begins = segment.begins
    for (;;) {
      while (block < ends.length - 1 && start >= (ends[block] ?? 0)) block++
      const end = Math.min(segment.end, ends[block] ?? segment.end)
      blocks[block]?.push({ start, end, marks: segment.marks, begins })
      if (end >= segment.end) break
      start = end
      begins = []
    }
  }
  return blocks
}
