import type { Span } from '@turnwise/parse'
import type { ReactElement } from 'react'
import type { Shown } from './excerpt.ts'
import { formatPath } from './format-path.ts'
import { letterOf } from './marks.ts'
import styles from './playground.module.css'
import type { Other } from './reading.ts'
import { placeOf } from './repair-table.tsx'
import { Show } from './show.tsx'
import { More, Table } from './table.tsx'

/** The other readings that fit, or the candidates that did not. */
export function OtherPlaces({
  text,
  others,
  onShow
}: {
  text: string
  others: Shown<Other>
  onShow: (span: Span) => void
}): ReactElement {
  const tried = others.items.some(({ score }) => score === undefined)
  const name = tried ? 'Candidates' : 'Alternatives'
  return (
    <>
      <Table name={name} head={['Place', 'Found in', tried ? 'Why not' : 'Score', 'Value']}>
        {others.items.map(({ source, score, value, issues }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: candidates never change places.
          <tr key={index}>
            <td>
              <Show
                span={source.span}
                name={`Show ${tried ? 'candidate' : 'alternative'} ${letterOf(index)}`}
                onShow={onShow}
              >
                <span className={styles.number}>{letterOf(index)}</span>{' '}
                {placeOf(text, source.span.start)}
              </Show>
            </td>
            <td>
              {source.form.replaceAll('_', ' ')}
              {source.reasoning && ' in reasoning'}
            </td>
            <td>
              {score !== undefined
                ? score.toFixed(3)
                : issues.items.map(issue => (
                    <p key={`${issue.rule}${formatPath(issue.path)}${issue.message}`}>
                      <code>{formatPath(issue.path)}</code> {issue.message}
                    </p>
                  ))}
            </td>
            <td data-long>
              <code>
                {value.text}
                {value.more > 0 && '…'}
              </code>
            </td>
          </tr>
        ))}
      </Table>
      <More shown={others.items.length} total={others.total} />
    </>
  )
}
