import type { Span } from '@turnwise/parse'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { Case } from './case.ts'
import { CaseForm } from './case-form.tsx'
import { formatPath } from './format-path.ts'
import { LinkButton } from './link-button.tsx'
import { MarkedText } from './marked-text.tsx'
import { marksOf } from './marks.ts'
import { OtherPlaces } from './other-places.tsx'
import styles from './playground.module.css'
import type { Accepted, Reading } from './reading.ts'
import { placeOf, RepairTable } from './repair-table.tsx'
import { Show } from './show.tsx'
import { StreamView } from './stream-view.tsx'
import { More, Table } from './table.tsx'
import { useCase } from './use-case.ts'
import { useReading } from './use-reading.ts'
import { Verdict, verdictLine } from './verdict.tsx'

/** A page that reads a reply and shows how it was read; no server takes part. */
export function Playground(): ReactElement {
  const { current, change, brokenLink } = useCase()
  const { shown, moment, failure, schemaProblem, replay } = useReading(current)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          Turnwise <span>playground</span>
        </h1>
        <LinkButton case={current} />
      </header>
      {brokenLink && (
        <p className={styles.banner} role="alert">
          This link is cut short or was made by something else: no case could be read from it. Ask
          for it again, or start from the example below.
        </p>
      )}
      {failure !== null && (
        <p className={styles.banner} role="alert">
          This case could not be read: {failure}
        </p>
      )}
      <div className={styles.columns}>
        <section className={styles.given} aria-label="Given">
          <CaseForm case={current} schemaProblem={schemaProblem} onChange={change} />
        </section>
        <main className={styles.found} aria-label="Found">
          <p className="visually-hidden" role="status">
            {shown !== undefined && verdictLine(shown.reading)}
          </p>
          {shown !== undefined && (
            <Result case={shown.case} reading={shown.reading} moment={moment} replay={replay} />
          )}
        </main>
      </div>
    </div>
  )
}

function Result({
  case: one,
  reading,
  moment,
  replay
}: {
  case: Case
  reading: Reading
  moment: ReturnType<typeof useReading>['moment']
  replay: (at: number) => void
}): ReactElement {
  const { text } = one
  const { accepted, repairs, others, issues } = reading
  const marks = useMemo(() => marksOf(reading), [reading])
  const [asked, setAsked] = useState<{ reading: Reading; span: Span } | null>(null)
  const place = asked?.reading === reading ? asked.span : null
  const onShow = (span: Span): void => setAsked({ reading, span })
  useEffect(() => {
    if (place === null) return
    document.querySelector('[data-begins]')?.scrollIntoView({ block: 'center' })
  }, [place])

  return (
    <>
      <Verdict reading={reading} length={text.length} />
      <div className={styles.pair}>
        <section>
          <h2>Text</h2>
          <MarkedText text={text} marks={marks} current={place} />
        </section>
        <section>
          <h2>Data</h2>
          {accepted === undefined ? (
            <NoData reading={reading} />
          ) : (
            <Data text={text} accepted={accepted} onShow={onShow} />
          )}
        </section>
      </div>
      {issues.total > 0 && (
        <section>
          <h2>Issues</h2>
          <Table name="Issues" head={['Path', 'Rule', 'Expected', 'Got']}>
            {issues.items.map(({ path, rule, expected, got }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: issues never change places.
              <tr key={index}>
                <td>
                  <code>{formatPath(path)}</code>
                </td>
                <td>
                  <code>{rule}</code>
                </td>
                <td>{expected}</td>
                <td data-long>
                  <code>{got}</code>
                </td>
              </tr>
            ))}
          </Table>
          <More shown={issues.items.length} total={issues.total} />
        </section>
      )}
      {reading.kind !== 'passthrough' && (
        <section>
          <h2>Repairs</h2>
          <RepairTable text={text} repairs={repairs} onShow={onShow} />
        </section>
      )}
      {others.total > 0 && (
        <section>
          <h2>{accepted === undefined ? 'Candidates' : 'Alternatives'}</h2>
          <OtherPlaces text={text} others={others} onShow={onShow} />
        </section>
      )}
      <section>
        <h2>While it streams</h2>
        <Stream key={text.length} case={one} moment={moment} replay={replay} />
      </section>
    </>
  )
}

// A reply that has not all arrived shows more than one that has.
const SHARE = 0.6

function Stream({
  case: one,
  moment,
  replay
}: {
  case: Case
  moment: ReturnType<typeof useReading>['moment']
  replay: (at: number) => void
}): ReactElement {
  const { text } = one
  const [at, setAt] = useState(() => Math.round(text.length * SHARE))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `replay` does the same each time.
  useEffect(() => replay(at), [one, at])
  const current = moment?.case === one ? moment.moment : undefined
  return <StreamView text={text} at={at} moment={current} onMove={setAt} />
}

function NoData({ reading }: { reading: Reading }): ReactElement {
  const { kind, flags } = reading
  if (kind === 'parse_error') {
    return <p className={styles.quiet}>None: something like data is there, and it does not fit.</p>
  }
  if (flags.empty) return <p className={styles.quiet}>None: the reply is empty.</p>
  if (flags.refusal) return <p className={styles.quiet}>None: the agent declined to answer.</p>
  return <p className={styles.quiet}>None: nothing here looks like data.</p>
}

function Data({
  text,
  accepted,
  onShow
}: {
  text: string
  accepted: Accepted
  onShow: (span: Span) => void
}): ReactElement {
  const { data, fields, leftOut } = accepted
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className={styles.data} aria-label="Data as JSON" tabIndex={0}>
        <pre data-json>{data.text}</pre>
      </section>
      {data.more > 0 && (
        <p className={styles.quiet}>{data.more.toLocaleString('en')} more characters.</p>
      )}
      {fields.length > 0 && (
        <Table name="Where each field stands" head={['Place', 'Field', 'Value']}>
          {fields.map(({ path, value, span }) => (
            <tr key={path}>
              <td>
                {span === undefined ? (
                  'gathered'
                ) : (
                  <Show span={span} name={`Show ${path}`} onShow={onShow}>
                    {placeOf(text, span.start)}
                  </Show>
                )}
              </td>
              <td>
                <code>{path}</code>
              </td>
              <td data-long>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {leftOut.total > 0 && (
        <Table name="Left out" head={['Left out', 'Value', 'Why']}>
          {leftOut.items.map(({ path, value, why }) => (
            <tr key={`${path}${why}`}>
              <td>
                <code>{path}</code>
              </td>
              <td data-long>
                <code>{value}</code>
              </td>
              <td>{why}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
