import type { ReactElement } from 'react'

/** Strokes on a grid of 16, drawn for this app. */
const paths = {
  send: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  stop: 'M4.5 4.5h7v7h-7z',
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  details: 'M2.5 3.5h11v9h-11zM9.5 3.5v9',
  close: 'm4 4 8 8M12 4l-8 8',
  delete: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  done: 'm3 8.5 3.2 3.2L13 4.8',
  alarm: 'M8 4.2v4.6M8 11.4v.2M8 1.8 14.6 13.4H1.4z',
  offline:
    'M2 2l12 12M4.2 8.6a5.4 5.4 0 0 1 1.6-1M10.6 7.8a5.4 5.4 0 0 1 1.2.8M1.8 6a9 9 0 0 1 2-1.3M7 3.8A9 9 0 0 1 14.2 6M8 12.2v.2',
  again: 'M12.8 6.2A5.2 5.2 0 1 0 13.2 9M13 2.8v3.6H9.4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  save: 'M8 2.5v7M4.8 6.6 8 9.8l3.2-3.2M2.5 13.5h11',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  open: 'M6 3.5H3v9.5h9.5v-3M9 3h4v4M13 3 7.5 8.5'
} as const

export type IconName = keyof typeof paths

/** A decoration beside words, or inside a control that has a name of its own. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
