import type { Shape, UnionShape } from './shape.ts'

interface Visit {
  readonly union: UnionShape
  next: number
}

/**
 * Takes out of each union the branches that lead back to it through nothing but
 * unions: they ask the same question again and never answer it.
 */
export function cutUnionCycles(
  unions: readonly UnionShape[],
  cut: (union: UnionShape, branches: readonly Shape[]) => void
): void {
  const done = new Set<UnionShape>()
  for (const start of unions) {
    if (done.has(start)) continue
    const open = new Set<UnionShape>([start])
    const path: Visit[] = [{ union: start, next: 0 }]
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const branch = visit.union.branches[visit.next++]
      if (branch === undefined) {
        path.pop()
        open.delete(visit.union)
        done.add(visit.union)
      } else if (branch.kind === 'union' && open.has(branch)) {
        cut(
          visit.union,
          visit.union.branches.filter(other => other !== branch)
        )
        visit.next--
      } else if (branch.kind === 'union' && !done.has(branch)) {
        open.add(branch)
        path.push({ union: branch, next: 0 })
      }
    }
  }
}
