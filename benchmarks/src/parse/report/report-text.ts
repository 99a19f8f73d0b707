import { accuracyText } from './accuracy-text.ts'
import { calibrationText } from './calibration-text.ts'
import { conformanceText } from './conformance-text.ts'
import { enduranceText } from './endurance-text.ts'
import type { Report } from './report.ts'
import { speedText } from './speed-text.ts'

/** Writes a report as Markdown. */
export function renderReport(report: Report): string {
  const { accuracy, calibration, conformance, speed, endurance } = report
  const parts = [
    head(report),
    accuracy && accuracyText(accuracy),
    calibration && calibrationText(calibration),
    conformance && conformanceText(conformance),
    speed && speedText(speed),
    endurance && enduranceText(endurance)
  ]
  return `${parts.filter(part => part !== undefined).join('\n\n')}\n`
}

function head({ date, machine, versions, quick }: Report): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return `# Reading replies, beside the peers

${date}, ${machine}.${quick ? ' A quick run: few rounds, for a look.' : ''}
${list.join(', ')}.

All parsers ran in this one run, each in a process of its own, in turns. Times are CPU times of
that process, so that other work on the machine stays out of them. Ratios count; absolute times only
inform. \`npm run bench -- parse\` repeats it.`
}
