// The few web-standard classes this package uses; the full libraries would let the DOM in.
declare class URL {
  constructor(url: string)
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly href: string
}

declare class TextEncoder {
  encode(text: string): Uint8Array
}
