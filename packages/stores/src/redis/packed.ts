import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Shorter text is not worth the time. */
const worthwhile = 512
/** JSON never begins with this byte. */
const compressed = 'z'.charCodeAt(0)

/** Rows are short: a small window takes half the time and gives the same. */
const quick = { level: 3, windowBits: 13, memLevel: 6 }

/** A value as Redis keeps it: JSON text, compressed where that pays. */
export const pack = (value: unknown): string | Buffer => {
  const text = JSON.stringify(value)
  if (text.length < worthwhile) return text
  const bytes = deflateRawSync(text, quick)
  return bytes.length < text.length ? Buffer.concat([Buffer.from('z'), bytes]) : text
}

/** Reads a packed value; throws when it is none. */
export const unpack = <T>(kept: Buffer): T =>
  JSON.parse((kept[0] === compressed ? inflateRawSync(kept.subarray(1)) : kept).toString()) as T
