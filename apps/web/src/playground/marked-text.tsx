import { type ReactElement, useMemo } from 'react'
import { blockEnds, inBlocks, layOut } from './lay-out.ts'
import styles from './marked-text.module.css'
import type { Mark, MarkKind } from './marks.ts'

const BLOCK = 8_192

const legend: readonly { kind: MarkKind; name: string }[] = [
  { kind: 'data', name: 'data' },
  { kind: 'packaging', name: 'packaging' },
  { kind: 'lossless', name: 'lossless repair' },
  { kind: 'lossy', name: 'lossy repair' },
  { kind: 'guess', name: 'guess' },
  { kind: 'other', name: 'candidate not taken' }
]

/** A text exactly as it is, with everything that was noticed about it. */
export function MarkedText({
  text,
  marks,
  current
}: {
  text: string
  marks: readonly Mark[]
  /** The span a person asked for. */
  current: { start: number; end: number } | null
}): ReactElement {
  const blocks = useMemo(() => {
    const spans = current === null ? marks : [...marks, current]
    return inBlocks(layOut(text.length, spans), blockEnds(text, BLOCK))
  }, [text, marks, current])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className={styles.scroll} aria-label="The reply with marks" tabIndex={0}>
        <pre className={styles.text} data-text>
          {blocks.map(segments => (
            <span key={segments[0]?.start ?? 0} className={styles.block}>
              {segments.map(({ start, end, marks: over, begins }) => {
                const kinds = [...new Set(over.map(mark => marks[mark]?.kind ?? 'current'))]
                const labels = begins.map(mark => marks[mark]?.label ?? '').filter(Boolean)
                if (kinds.length === 0) return text.slice(start, end)
                return (
                  <span
                    key={`${start}-${end}`}
                    className={styles.mark}
                    data-marks={kinds.join(' ')}
                    {...(labels.length === 0 ? {} : { 'data-label': labels.join(', ') })}
                    {...(begins.includes(marks.length) ? { 'data-begins': '' } : {})}
                  >
                    {text.slice(start, end)}
                  </span>
                )
              })}
            </span>
          ))}
        </pre>
      </section>
      <ul className={styles.legend} aria-label="What the marks mean">
        {legend
          .filter(({ kind }) => marks.some(mark => mark.kind === kind))
          .map(({ kind, name }) => (
            <li key={kind}>
              <span
                className={styles.mark}
                data-marks={kind === 'packaging' || kind === 'other' ? kind : `data ${kind}`}
                aria-hidden="true"
                {...(kind === 'other'
                  ? { 'data-label': 'A' }
                  : kind === 'data' || kind === 'packaging'
                    ? {}
                    : { 'data-label': '1' })}
              >
                abc
              </span>{' '}
              {name}
            </li>
          ))}
      </ul>
    </>
  )
}
