import type { Entry, ValueNode } from './node.ts'
import { isQuote } from './quotes.ts'
import type { ValueReader } from './read-value.ts'
import { peekGap } from './white-space.ts'

/** Joins a string to the one before it, as in `"a" + "b"`; a plus alone is left out. */
export function joinText(reader: ValueReader, list: ValueNode[] | Entry[]): boolean {
  const { reading } = reader
  const next = peekGap(reading.text, reader.at + 1, reading.limit)
  const last = list.at(-1)
  const left = last !== undefined && 'key' in last ? last.value : last
  if (left?.kind !== 'string') return false
  const start = reader.at
  if (!isQuote(reading.text.charCodeAt(next))) {
    reading.repair('strings_joined', start, start + 1, '')
    reader.at = start + 1
    return true
  }
  reader.at = next
  const right = reader.string(last !== undefined && 'key' in last ? 'member' : 'item')
  const joined = {
    ...left,
    value: left.value + right.value,
    end: right.end,
    complete: right.complete
  }
  reading.repair('strings_joined', left.start, right.end, JSON.stringify(right.value.slice(0, 100)))
  replaceLast(list, joined)
  reader.at = right.end
  return true
}

function replaceLast(list: ValueNode[] | Entry[], joined: ValueNode): void {
  const last = list.at(-1)
  if (last !== undefined && 'key' in last)
    (list as Entry[])[list.length - 1] = { ...last, value: joined }
  else (list as ValueNode[])[list.length - 1] = joined
}
