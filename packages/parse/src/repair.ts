import type { Repair } from './outcome.ts'
import { quote } from './parse-issue.ts'
import { type RepairCode, riskOf } from './repair-codes.ts'
import type { Path, Span } from './span.ts'

/** How many repairs are listed one by one; more of them tell nobody anything. */
export const MOST_REPAIRS = 1000

/** Records that a part of the text was read as something else than what stands there. */
export function repairOf(
  code: RepairCode,
  path: Path,
  text: string,
  { start, end }: Span,
  after = ''
): Repair {
  return {
    code,
    path,
    span: { start, end },
    before: quote(text.slice(start, end)),
    after: quote(after),
    risk: riskOf(code)
  }
}
