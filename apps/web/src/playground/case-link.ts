import { type Case, modes, picks } from './case.ts'

/** Characters of a fragment; programs that pass links on cut longer ones. */
export const LONGEST_FRAGMENT = 32_000

/** Bytes a fragment may unfold to: a small link must not fill the memory. */
export const LARGEST_CASE = 8_388_608

export type Fragment =
  | { readonly kind: 'fragment'; readonly fragment: string }
  | { readonly kind: 'too_long'; readonly length: number }

export type FoundCase =
  | { readonly kind: 'case'; readonly case: Case }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken' }

// The first character says how the rest is written.
const VERSION = '1.'

/**
 * Packs a case into the part of an address that browsers never send.
 *
 * A lone surrogate survives: JSON escapes it, where UTF-8 would lose it.
 */
export async function toFragment(one: Case): Promise<Fragment> {
  const json = JSON.stringify([one.text, one.schema, one.mode, one.pick, one.strict])
  const packed = await through(
    new TextEncoder().encode(json),
    new CompressionStream('deflate-raw'),
    Number.POSITIVE_INFINITY
  )
  const fragment = VERSION + toBase64Url(packed)
  return fragment.length > LONGEST_FRAGMENT
    ? { kind: 'too_long', length: fragment.length }
    : { kind: 'fragment', fragment }
}

/** Unpacks what `toFragment` made; anything else is broken, never an exception. */
export async function fromFragment(fragment: string): Promise<FoundCase> {
  if (fragment === '') return { kind: 'none' }
  if (!fragment.startsWith(VERSION) || fragment.length > LONGEST_FRAGMENT) return { kind: 'broken' }
  try {
    const packed = fromBase64Url(fragment.slice(VERSION.length))
    const bytes = await through(packed, new DecompressionStream('deflate-raw'), LARGEST_CASE)
    const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const found = caseOf(JSON.parse(json))
    return found === null ? { kind: 'broken' } : { kind: 'case', case: found }
  } catch {
    return { kind: 'broken' }
  }
}

function caseOf(value: unknown): Case | null {
  if (!Array.isArray(value) || value.length !== 5) return null
  const [text, schema, modeName, pickName, strict] = value as unknown[]
  const mode = modes.find(one => one === modeName)
  const pick = picks.find(one => one === pickName)
  if (typeof text !== 'string' || typeof schema !== 'string' || typeof strict !== 'boolean') {
    return null
  }
  return mode === undefined || pick === undefined ? null : { text, schema, mode, pick, strict }
}

/** @throws RangeError when more than so many bytes come out */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(new Blob([bytes]).stream().pipeThrough(stream))) {
    length += piece.length
    if (length > most) throw new RangeError('too much')
    pieces.push(piece)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Not every browser can iterate a stream. Leaving early cancels it. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

// Characters turned at once: as many as a call may have arguments, everywhere.
const SLICE = 8_192

function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, char => char.charCodeAt(0))
}
