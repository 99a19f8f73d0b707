// The one web-standard class this package uses; the full libraries would let the DOM in.
declare class URL {
  constructor(url: string)
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly href: string
}
