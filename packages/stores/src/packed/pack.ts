import { deflateSync, inflateSync } from 'node:zlib'
import { dictionary } from './dictionary.ts'

/** Characters below which compressing is not worth its time. */
const worthwhile = 256

/** The first byte of compressed data; no JSON begins with it. */
const compressed = 'x'.charCodeAt(0)

/** Rows are short: few attempts take two thirds of the time and give nearly the same. */
const quick = { level: 3, memLevel: 6 }

/** A value as the bytes that are stored of it: JSON, compressed where that pays. */
export const pack = (value: unknown): Buffer => {
  const text = JSON.stringify(value)
  return text.length < worthwhile ? Buffer.from(text) : deflateSync(text, { ...quick, dictionary })
}

/** Reads what was packed; throws when the bytes are damaged. */
export const unpack = <T>(bytes: Uint8Array): T =>
  JSON.parse(
    Buffer.from(bytes[0] === compressed ? inflateSync(bytes, { dictionary }) : bytes).toString()
  ) as T
