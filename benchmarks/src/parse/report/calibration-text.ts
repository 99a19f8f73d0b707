import { table } from '../../table.ts'
import type { Band, Calibration } from '../calibration.ts'

export function calibrationText({ words, scores }: Calibration): string {
  const high = words.find(band => band.title === 'high')
  return [
    '## Calibration',
    'How often Turnwise was right when it was so sure, over all counted rows. A `high` that is wrong is a\nbug.',
    table(['confidence', 'readings', 'right', 'wrong'], words.map(cells)),
    table(['score', 'readings', 'right', 'wrong'], scores.map(cells)),
    high === undefined || high.wrong.length === 0
      ? 'No `high` was wrong.'
      : `\`high\` and wrong: ${high.wrong.map(id => `\`${id}\``).join(', ')}`
  ].join('\n\n')
}

function cells({ title, readings, right, wrong }: Band): readonly string[] {
  const share = readings === 0 ? '–' : `${((100 * right) / readings).toFixed(1)} %`
  return [title, String(readings), share, String(wrong.length)]
}
