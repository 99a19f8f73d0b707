import { type ReactElement, useId } from 'react'
import { Button } from '../look/button.tsx'
import type { Moment } from './replay.ts'
import { stepOf } from './replay-steps.ts'
import styles from './stream-view.module.css'
import { More, Table } from './table.tsx'

// What is shown of the text on either side of the place reached.
const AROUND = 240

/** The reply as it looks while it is being written, up to any of its characters. */
export function StreamView({
  text,
  at,
  moment,
  onMove
}: {
  text: string
  at: number
  /** Undefined until the first answer; it may be one move behind. */
  moment: Moment | undefined
  onMove: (at: number) => void
}): ReactElement {
  const id = useId()
  const before = text.slice(Math.max(0, at - AROUND), at)
  const after = text.slice(at, at + AROUND / 2)
  return (
    <>
      <div className={styles.control}>
        <label htmlFor={id}>Characters arrived</label>
        <output htmlFor={id} className={styles.count}>
          {at.toLocaleString('en')} of {text.length.toLocaleString('en')}
        </output>
        <input
          id={id}
          className={styles.slider}
          type="range"
          min={0}
          max={text.length}
          step={stepOf(text.length)}
          value={at}
          onChange={({ target }) => onMove(target.valueAsNumber)}
        />
        {moment !== undefined && moment.resets.length > 0 && (
          <p className={styles.resets}>
            A better candidate begins at{' '}
            {moment.resets.slice(0, 8).map(reset => (
              <Button key={reset} look="quiet" onClick={() => onMove(reset)}>
                {reset.toLocaleString('en')}
              </Button>
            ))}
          </p>
        )}
      </div>
      <p className={styles.tape}>
        {at > AROUND && '…'}
        <span data-arrived>{before}</span>
        <span className={styles.edge}>
          <span className="visually-hidden"> (arrived so far) </span>
        </span>
        <span className={styles.toCome}>{after}</span>
        {text.length > at + AROUND / 2 && '…'}
      </p>
      {moment !== undefined && <Arrived moment={moment} />}
    </>
  )
}

function Arrived({ moment }: { moment: Moment }): ReactElement {
  const { snapshot, parts, changed, resets, at } = moment
  if (snapshot === undefined) {
    return (
      <p className={styles.none} data-no-moment>
        No data yet.
      </p>
    )
  }
  return (
    <div className={styles.columns} data-moment={at}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className={styles.snapshot} aria-label="Data so far" tabIndex={0}>
        <pre>{snapshot.text}</pre>
      </section>
      <div>
        <Table name="Parts so far" head={['State', 'Path', 'Value']}>
          {parts.items.map(({ path, value, pending }) => (
            <tr key={path}>
              <td className={styles.state} {...(pending ? { 'data-pending': '' } : {})}>
                {pending ? 'pending' : 'complete'}
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
        <More shown={parts.items.length} total={parts.total} />
        <p className={styles.changed}>
          Written to by the last step: <code>{changed.items.join(', ') || 'nothing'}</code>
        </p>
        {resets.includes(at) && (
          <p className={styles.changed} data-reset>
            Reset: a better candidate began, and what was shown before is void.
          </p>
        )}
      </div>
    </div>
  )
}
