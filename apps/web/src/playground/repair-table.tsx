import type { Repair, Span } from '@turnwise/parse'
import { REPAIR_CODES } from '@turnwise/parse/repairs'
import type { ReactElement } from 'react'
import type { Shown } from './excerpt.ts'
import { formatPath } from './format-path.ts'
import styles from './playground.module.css'
import { positionAt } from './position.ts'
import { Show } from './show.tsx'
import { More, Table } from './table.tsx'

/** What was mended or read as something else, one line each. */
export function RepairTable({
  text,
  repairs,
  onShow
}: {
  text: string
  repairs: Shown<Repair>
  onShow: (span: Span) => void
}): ReactElement {
  if (repairs.total === 0) return <p className={styles.quiet}>None.</p>
  return (
    <>
      <Table name="Repairs" head={['Place', 'Path', 'Before', 'After', 'Risk', 'Code']}>
        {repairs.items.map(({ code, path, span, before, after, risk }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: repairs never change places.
          <tr key={index}>
            <td>
              <Show span={span} name={`Show repair ${index + 1}`} onShow={onShow}>
                <span className={styles.number}>{index + 1}</span> {placeOf(text, span.start)}
              </Show>
            </td>
            <td>
              <code>{formatPath(path)}</code>
            </td>
            <td data-long>
              <code>{before === '' ? '–' : before}</code>
            </td>
            <td data-long>
              <code>{after === '' ? '–' : after}</code>
            </td>
            <td className={styles.risk} data-risk={risk}>
              {risk}
            </td>
            <td data-long>
              <code>{code}</code> <span className={styles.does}>{REPAIR_CODES[code].does}</span>
            </td>
          </tr>
        ))}
      </Table>
      <More shown={repairs.items.length} total={repairs.total} />
    </>
  )
}

export function placeOf(text: string, at: number): string {
  const { line, column } = positionAt(text, at)
  return `${line}:${column}`
}
