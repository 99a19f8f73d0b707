/**
 * A name as it stands between the slashes of a JSON Pointer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-3
 */
export const referenceToken = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')
