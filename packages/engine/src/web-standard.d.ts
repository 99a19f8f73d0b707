// The few web-standard globals the engine uses. The base configuration leaves the DOM and Node out
// on purpose, so that nothing else slips in.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortSignal: {
  any(signals: readonly AbortSignal[]): AbortSignal
  timeout(milliseconds: number): AbortSignal
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare const crypto: {
  randomUUID(): string
  getRandomValues<T extends Uint8Array>(array: T): T
  subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
}
declare const btoa: (binary: string) => string
declare const performance: { now(): number }
declare const setTimeout: (callback: () => void, milliseconds: number) => number
declare const clearTimeout: (timer: number) => void
declare const structuredClone: <T>(value: T) => T
