import { deflateSync, inflateSync } from 'node:zlib'
import { dictionary } from './dictionary.ts'

/** Bytes below which compressing saves nothing worth its time. */
const worthPacking = 512

/** `{` as JSON of an object begins; compressed data begins with `x`. */
const plainStart = 0x7b

/** An object as the bytes that are stored of it. */
export const pack = (value: object): Uint8Array => {
  const bytes = Buffer.from(JSON.stringify(value))
  return bytes.length < worthPacking ? bytes : deflateSync(bytes, { dictionary })
}

/** The text that was packed; throws when the bytes are damaged. */
export const unpack = (bytes: Uint8Array): string =>
  Buffer.from(bytes[0] === plainStart ? bytes : inflateSync(bytes, { dictionary })).toString()
