/**
 * A half-open range `[start, end)` of the text that was read.
 *
 * Offsets count UTF-16 code units, as `String.prototype.slice` does, so that
 * `text.slice(span.start, span.end)` is exactly what the span names.
 */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The way from the root of the data to a value: property names and array indexes. */
export type Path = readonly (string | number)[]
