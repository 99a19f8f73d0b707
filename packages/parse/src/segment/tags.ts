const TAG =
  /<(\/?)\|?(?:(think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|antthinking)|tool_call|tool_use|function_call|function|json|output|answer|final|final_answer|result|response|invoke|parameters|arguments|structured_output|data)(?![\w-])[^>\n<{]{0,200}>/iy

/** A tag of those that mean something around data. */
interface Tag {
  readonly kind: 'reasoning' | 'wrapper'
  readonly closing: boolean
  readonly end: number
}

/** Reads the tag at a `<`, or nothing when it is another tag or none at all. */
export function readTag(text: string, start: number): Tag | undefined {
  TAG.lastIndex = start
  const found = TAG.exec(text)
  if (found === null) return undefined
  const [, slash, reasoning] = found
  const kind = reasoning === undefined ? 'wrapper' : 'reasoning'
  return { kind, closing: slash !== '', end: TAG.lastIndex }
}
