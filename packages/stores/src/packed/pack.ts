import { deflateSync, inflateSync } from 'node:zlib'
import { dictionary } from './dictionary.ts'

/** Characters below which compressing is not worth its time. */
const worthwhile = 256

/** The first byte of compressed data; no JSON begins with it. */
const compressed = 'x'.charCodeAt(0)

/**
 * Rows are short: few attempts take two thirds of the time and give nearly the same, and a small
 * buffer takes what comes out.
 */
const quick = { level: 3, memLevel: 6, chunkSize: 4096 }

/** A value as the bytes that are stored of it: JSON, compressed where that pays. */
export const pack = (value: unknown): Buffer => packText(JSON.stringify(value))

/**
 * The same for who has the JSON already.
 *
 * @param from characters from which on it is compressed
 */
export const packText = (text: string, from = worthwhile): Buffer =>
  text.length < from ? Buffer.from(text) : deflateSync(text, { ...quick, dictionary })

/** Reads what was packed; throws when the bytes are damaged. */
export const unpack = <T>(bytes: Uint8Array): T => JSON.parse(textOf(bytes, dictionary)) as T

/**
 * Packs a value that says much of what another one says, which is kept beside it and always read
 * with it: what both have costs next to nothing.
 *
 * @param beside the JSON of the other value
 */
export const packBeside = (value: unknown, beside: string): Buffer =>
  deflateSync(JSON.stringify(value), { ...quick, dictionary: wordsOf(beside) })

/**
 * Reads what was packed beside another value; throws when that is not the same any more.
 *
 * @param beside the other value, as it was packed
 */
export const unpackBeside = <T>(bytes: Uint8Array, beside: Uint8Array): T =>
  JSON.parse(textOf(bytes, wordsOf(textOf(beside, dictionary)))) as T

const wordsOf = (text: string): Uint8Array => Buffer.concat([dictionary, Buffer.from(text)])

const textOf = (bytes: Uint8Array, words: Uint8Array): string =>
  Buffer.from(
    bytes[0] === compressed ? inflateSync(bytes, { dictionary: words }) : bytes
  ).toString()
