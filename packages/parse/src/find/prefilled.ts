import type { Reading } from '../reading.ts'
import { Anchors } from '../value/anchors.ts'
import { type Finding, findingOf, sourceOf } from './finding.ts'
import type { ReadAt } from './read-at.ts'

const KEY = /^\s*"?([\w$-][\w$ -]{0,63})"\s*:/

/** Reads a reply that begins inside of an object: its brace was the end of the prompt. */
export function findPrefilled({ text, shape }: Reading, read: ReadAt): Finding | undefined {
  const key = KEY.exec(text)?.[1]
  if (!key || !shape || !new Anchors([shape]).expects(key)) return undefined
  const start = text.length - text.trimStart().length
  const { end, ...found } = read(start, text.length, { opened: true })
  return found.node && findingOf(sourceOf('bare', { start, end }), found)
}
