/**
 * Makes a GUID of a hash, always the same one: version 8 of RFC 9562.
 *
 * @param hash at least 16 bytes; the first ones are taken
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export const guidFrom = (hash: Uint8Array): string => {
  const bytes = hash.slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
