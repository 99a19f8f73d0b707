/** As the tags of a query spell it: 64 bits in hexadecimal digits, in the first tag of all. */
const nonce = /(?<![0-9a-zA-Z])[0-9a-f]{16}(?![0-9a-zA-Z])/

/** Tags open a query; what the nonce looks like is nowhere to be found before the first one. */
const openingLength = 200

/** A query as it may be shown: the random mark of its tags is a secret between engine and agent. */
export const maskNonce = (query: string): string => {
  const found = nonce.exec(query.slice(0, openingLength))?.[0]
  return found === undefined ? query : query.replaceAll(found, '…')
}
