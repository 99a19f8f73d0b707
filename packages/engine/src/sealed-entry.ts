import { frozenJson } from './frozen-json.ts'
import type { Entry } from './ports/stored-conversation.ts'
import { hashOf } from './turn/digest.ts'

type OpenEntry = Omit<Entry, 'hash'>

/** As long as somebody has the entry: a store that keeps text writes what was hashed. */
const texts = new WeakMap<Entry, string>()

/** Closes an entry with its hash: from here on nobody changes it. */
export const sealed = async (open: OpenEntry): Promise<Entry> => {
  // What is hashed is what every store gives back.
  const kept = frozenJson(open)
  const text = JSON.stringify(kept)
  const hash = await hashOf(text)
  const entry = Object.freeze({ ...kept, hash })
  texts.set(entry, `${text.slice(0, -1)},"hash":"${hash}"}`)
  return entry
}

/** The JSON text of an entry; one that was sealed here is not written a second time. */
export const textOfEntry = (entry: Entry): string => texts.get(entry) ?? JSON.stringify(entry)

/** The hash of an entry is taken over its JSON text without it, in the order in which it was written. */
export const hashOfEntry = ({ hash: _hash, ...open }: Entry): Promise<string> =>
  hashOf(JSON.stringify(open))
