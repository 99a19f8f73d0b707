// Attacks the code and prints how many attacks were tried and blocked, with the unsafe control beside:
//   npm run -s security -- context [--json]
import { contextReport } from '../packages/engine/test/context/attack-suite.ts'

const suites = { context: contextReport }

const [name = 'context', ...options] = process.argv.slice(2).filter(word => word !== '--json')
const json = process.argv.includes('--json')
const usage = `usage: npm run -s security -- ${Object.keys(suites).join('|')} [--json]\n`
if (process.argv.includes('--help')) {
  process.stdout.write(usage)
  process.exit(0)
}
const suite = Object.hasOwn(suites, name) ? suites[name as keyof typeof suites] : undefined
if (suite === undefined || options.length > 0) {
  process.stderr.write(usage)
  process.exit(2)
}

const rows = suite()
const all = rows.flatMap(({ forged, mixed }) => [forged, mixed])
const tried = all.reduce((sum, row) => sum + row.tried, 0)
const blocked = all.reduce((sum, row) => sum + row.blocked, 0)
if (json) process.stdout.write(`${JSON.stringify({ suite: name, tried, blocked, rows })}\n`)
else {
  for (const { format, forged, mixed, control } of rows) {
    const broken = control.forged.tried - control.forged.blocked
    process.stdout.write(
      `${format.padEnd(10)} forged ${forged.blocked}/${forged.tried}, mixed ${mixed.blocked}/${mixed.tried} blocked; the unsafe control broke in ${broken}\n`
    )
  }
  process.stdout.write(`${name}: ${blocked} of ${tried} attacks blocked\n`)
}
process.exitCode = blocked === tried ? 0 : 1
