import type { ReactElement } from 'react'
import type { Reading } from './reading.ts'
import styles from './verdict.module.css'

const kinds = {
  structured: 'Structured',
  passthrough: 'Passthrough',
  parse_error: 'Parse error'
} as const

/** What a screen reader is told about a new result. */
export function verdictLine({ kind, accepted, repairs, issues }: Reading): string {
  if (accepted !== undefined) {
    const count = repairs.total === 1 ? '1 repair' : `${repairs.total} repairs`
    return `Structured, confidence ${accepted.confidence}, ${count}.`
  }
  if (kind === 'passthrough') return 'Passthrough: nothing like data.'
  return `Parse error: ${issues.items[0]?.message ?? 'nothing fits'}.`
}

/** The result in one line of facts. */
export function Verdict({ reading, length }: { reading: Reading; length: number }): ReactElement {
  const { kind, accepted, flags, milliseconds } = reading
  const raised = [
    ...(['refusal', 'empty', 'silentFailure', 'truncated'] as const).filter(flag => flags[flag]),
    ...flags.limits.map(limit => `limit: ${limit}`),
    ...(accepted?.ambiguous === true ? ['ambiguous'] : [])
  ]
  return (
    <dl className={styles.verdict}>
      <Fact name="Outcome" value={kinds[kind]} strong alarm={kind === 'parse_error'} />
      {accepted !== undefined && (
        <>
          <Fact name="Confidence" value={accepted.confidence} />
          <div>
            <dt>Score</dt>
            <dd>
              {accepted.score.toFixed(3)}
              <svg className={styles.score} aria-hidden="true" viewBox="0 0 100 4" width="56">
                <rect className={styles.rest} width="100" height="4" />
                <rect className={styles.reached} width={accepted.score * 100} height="4" />
              </svg>
            </dd>
          </div>
          <Fact
            name="Found in"
            value={[
              accepted.source.form.replaceAll('_', ' '),
              accepted.source.language,
              accepted.source.cardPath,
              accepted.source.reasoning ? 'reasoning' : undefined
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          <Fact name="Span" value={`${accepted.source.span.start}–${accepted.source.span.end}`} />
          {accepted.truncatedAt !== undefined && (
            <Fact name="Breaks off at" value={String(accepted.truncatedAt)} />
          )}
        </>
      )}
      <Fact name="Flags" value={raised.length === 0 ? 'none' : raised.join(', ')} />
      <Fact name="Size" value={`${length.toLocaleString('en')} chars`} />
      <Fact name="Time" value={`${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`} />
    </dl>
  )
}

function Fact({
  name,
  value,
  strong = false,
  alarm = false
}: {
  name: string
  value: string
  strong?: boolean
  alarm?: boolean
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...(strong ? { 'data-strong': '' } : {})} {...(alarm ? { 'data-alarm': '' } : {})}>
        {value}
      </dd>
    </div>
  )
}
