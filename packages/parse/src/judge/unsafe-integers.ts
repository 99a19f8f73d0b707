import type { Repair } from '../outcome.ts'
import { quote } from '../parse-issue.ts'
import { REPAIR_RISKS } from '../repair-codes.ts'
import type { Path } from '../span.ts'
import type { ValueNode } from '../value/node.ts'

/** Flags the integers whose digits JSON.parse could not keep. */
export function unsafeIntegers(root: ValueNode): Repair[] {
  const repairs: Repair[] = []
  const waiting: { node: ValueNode; path: Path }[] = [{ node: root, path: [] }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { node, path } = place
    if (node.kind === 'array') {
      for (const [index, item] of node.items.entries())
        waiting.push({ node: item, path: [...path, index] })
    } else if (node.kind === 'object') {
      for (const entry of node.entries)
        waiting.push({ node: entry.value, path: [...path, entry.key] })
    } else if (node.kind === 'number' && isUnsafe(node.written)) {
      const code = 'integer_unsafe' as const
      const span = { start: node.start, end: node.end }
      const after = String(node.value)
      repairs.push({
        code,
        path,
        span,
        before: quote(node.written),
        after,
        risk: REPAIR_RISKS[code]
      })
    }
  }
  return repairs
}

function isUnsafe(written: string): boolean {
  return /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written))
}
