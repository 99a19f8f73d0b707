import { describeShape, shapeIssue } from '../parse-issue.ts'
import { fold } from '../schema/fold.ts'
import type { Shape, UnionShape } from '../schema/shape.ts'
import type { Path } from '../span.ts'
import { describeNode } from '../value/describe-node.ts'
import type { ValueNode } from '../value/node.ts'
import type { Attempt, Coerced, Misfit } from './attempt.ts'
import type { Coercer } from './coerce.ts'

/** Reads a node as the branch that costs least; the discriminator decides before cost does. */
export function coerceUnion(
  coercer: Coercer,
  node: ValueNode,
  shape: UnionShape,
  path: Path
): Attempt {
  const branches = discriminated(shape, node) ?? shape.branches
  const { best, closest } = cheapest(
    coercer,
    node,
    branches.filter(branch => suits(branch, node)),
    path
  )
  if (best?.cost === 0) return best
  const others = cheapest(
    coercer,
    node,
    branches.filter(branch => !suits(branch, node)),
    path
  )
  if (best !== undefined)
    return others.best !== undefined && others.best.cost < best.cost ? others.best : best
  if (others.best !== undefined) return others.best
  return closest ?? noBranch(branches, node, path)
}

interface Tried {
  readonly best: Coerced | undefined
  /** The branch that failed deepest, when it got anywhere. */
  readonly closest: Misfit | undefined
}

function cheapest(
  coercer: Coercer,
  node: ValueNode,
  branches: readonly Shape[],
  path: Path
): Tried {
  let best: Coerced | undefined
  let closest: Misfit | undefined
  for (const branch of branches) {
    const attempt = coercer.coerce(node, branch, path)
    if (!attempt.fits) {
      if (
        depthOf(attempt) > path.length &&
        (closest === undefined || attempt.issues.length < closest.issues.length)
      ) {
        closest = attempt
      }
    } else if (best === undefined || isBetter(attempt, best)) best = attempt
  }
  return { best, closest }
}

function isBetter(attempt: Coerced, best: Coerced): boolean {
  if (attempt.cost !== best.cost) return attempt.cost < best.cost
  return attempt.coverage > best.coverage
}

function depthOf(misfit: Misfit): number {
  return misfit.issues.reduce((most, found) => Math.max(most, found.path.length), 0)
}

function noBranch(branches: readonly Shape[], node: ValueNode, path: Path): Misfit {
  const expected = branches.map(describeShape).join(' or ')
  return { fits: false, issues: [shapeIssue(path, 'anyOf', expected, describeNode(node))] }
}

/** The branches whose constant the object names, or undefined when it names none of them. */
function discriminated(shape: UnionShape, node: ValueNode): readonly Shape[] | undefined {
  const name = shape.discriminator
  if (name === undefined || node.kind !== 'object') return undefined
  const entry = node.entries.findLast(candidate => fold(candidate.key) === fold(name))
  if (entry === undefined || entry.value.kind === 'object' || entry.value.kind === 'array')
    return undefined
  const said = entry.value.value
  const named = shape.branches.filter(branch => names(branch, name, option => option === said))
  if (named.length > 0) return named
  if (typeof said !== 'string') return undefined
  const folded = fold(said)
  const alike = shape.branches.filter(branch =>
    names(branch, name, (_value, spellings) => spellings.some(text => fold(text) === folded))
  )
  return alike.length > 0 ? alike : undefined
}

function names(
  branch: Shape,
  property: string,
  accepts: (value: unknown, spellings: readonly string[]) => boolean
): boolean {
  if (branch.kind !== 'object') return false
  const declared = branch.properties.find(candidate => candidate.name === property)
  if (declared?.shape.kind !== 'choice') return false
  return declared.shape.options.some(option => accepts(option.value, option.names))
}

/** Says whether a branch is of the kind that was written; the others come after. */
function suits(branch: Shape, node: ValueNode): boolean {
  switch (branch.kind) {
    case 'any':
    case 'union':
      return true
    case 'choice':
      return node.kind !== 'object' && node.kind !== 'array'
    case 'null':
      return node.kind === 'literal' && node.value === null
    case 'boolean':
      return node.kind === 'literal' && node.value !== null
    case 'never':
      return false
    default:
      return branch.kind === node.kind
  }
}
