import type { Span } from '../span.ts'
import { matchEnd } from './characters.ts'
import { readTag } from './tags.ts'

/** A part of a reply that may hold data, before anybody has read it. */
export interface Region {
  readonly form: 'fence' | 'tool_call' | 'bare'
  /** Without the packaging. A bare region begins at its bracket, and ends with the text. */
  readonly span: Span
  /** With the packaging, as far as it is known before the data is read. */
  readonly outer: Span
  readonly language?: string
}

/** Takes a region and says where the scan goes on. */
type Visit = (region: Region) => number

/** Ticks, or tildes at the start of a line, and the info string behind them. */
const FENCE = /(`{3,}(?=[^\n`{[]*(?:\n|$))|(?<=(?:^|\n)[ \t\r]*)~{3,})([^\n]*)(?:\n|$)/y

const RUN = /`+|~+/y

/** A fence of more ticks is closed by as many as these. */
const MOST_TICKS = 6

/**
 * Walks over a reply once, from left to right, and shows every region that may
 * hold data to `visit`. Returns the stretches that are reasoning, one behind the other.
 */
export function scan(text: string, visit: Visit): Span[] {
  const reasoning: Span[] = []
  const closers = new Map<string, RegExp | undefined>()
  let thinking = -1
  let wrapper: Span | undefined

  const bracket = (start: number): number => {
    const span = { start, end: text.length }
    if (wrapper === undefined) return visit({ form: 'bare', span, outer: span })
    // The data right behind an opening tag takes the tag into its packaging.
    const alone = text.slice(wrapper.end, start).trim() === ''
    const outer = { start: alone ? wrapper.start : start, end: text.length }
    return visit({ form: 'tool_call', span, outer })
  }

  const fence = (start: number): number => {
    FENCE.lastIndex = start
    const [, mark, info = ''] = FENCE.exec(text) ?? []
    if (mark === undefined) return matchEnd(RUN, text, start)
    const from = FENCE.lastIndex
    const closer = closerOf(text, mark.slice(0, MOST_TICKS), from, closers)
    const span = { start: from, end: closer?.start ?? text.length }
    const outer = { start, end: closer?.end ?? text.length }
    const language = info.trim().toLowerCase()
    return visit({ form: 'fence', span, outer, language })
  }

  const tag = (start: number): number => {
    const found = readTag(text, start)
    if (found === undefined) return start + 1
    const span = { start, end: found.end }
    if (found.kind === 'wrapper') wrapper = found.closing ? undefined : span
    else if (!found.closing) thinking = thinking === -1 ? start : thinking
    else {
      // A closing tag alone: the opening one was in the prompt.
      if (thinking === -1) reasoning.length = 0
      reasoning.push({ start: Math.max(thinking, 0), end: found.end })
      thinking = -1
    }
    return found.end
  }

  // A class of single characters cannot backtrack, and runs at the speed of memory.
  const interesting = /[{[`~<]/g
  for (let found = interesting.exec(text); found !== null; found = interesting.exec(text)) {
    const [char] = found
    const take = char === '<' ? tag : char === '`' || char === '~' ? fence : bracket
    interesting.lastIndex = Math.max(take(found.index), found.index + 1)
  }
  if (thinking !== -1) reasoning.push({ start: thinking, end: text.length })
  return reasoning
}

/**
 * The next run of at least as many ticks alone on its line. Where there was none
 * once, there is none later: that keeps many open fences linear.
 */
function closerOf(
  text: string,
  mark: string,
  from: number,
  closers: Map<string, RegExp | undefined>
): Span | undefined {
  if (!closers.has(mark)) closers.set(mark, new RegExp(`^[ \\t]*(${mark}+)[ \\t\\r]*$`, 'gm'))
  const pattern = closers.get(mark)
  if (pattern === undefined) return undefined
  pattern.lastIndex = from
  const found = pattern.exec(text)
  if (found === null) {
    closers.set(mark, undefined)
    return undefined
  }
  const [line, ticks = ''] = found
  const start = found.index + line.indexOf(mark)
  return { start, end: start + ticks.length }
}
