import { describeShape, shapeIssue } from '../parse-issue.ts'
import { sameJson } from '../same-json.ts'
import { fold } from '../schema/fold.ts'
import type { Shape, UnionShape } from '../schema/shape.ts'
import type { Path } from '../span.ts'
import { describeNode } from '../value/describe-node.ts'
import type { ValueNode } from '../value/node.ts'
import { type Attempt, COST, type Coerced, type Misfit } from './attempt.ts'
import type { Coercer } from './coerce.ts'

/** Reads a node as the branch that costs least; the discriminator decides before cost does. */
export function coerceUnion(
  coercer: Coercer,
  node: ValueNode,
  shape: UnionShape,
  path: Path
): Attempt {
  const branches = discriminated(shape, node) ?? shape.branches
  const alike = branches.filter(branch => suits(branch, node))
  const first = cheapest(coercer, node, alike, path)
  if (first.best?.cost === 0) return first.best
  const others = branches.filter(branch => !suits(branch, node))
  const second = cheapest(coercer, node, others, path)
  const best = cheaper(first.best, second.best)
  const rival = best === first.best ? second.best : first.best
  if (best === undefined) return first.closest ?? noBranch(branches, node, path)
  const torn = first.torn || second.torn || isRival(rival, best)
  return torn && best.cost >= COST.guess ? noBranch(branches, node, path) : best
}

function cheaper(one: Coerced | undefined, other: Coerced | undefined): Coerced | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.cost < one.cost ? other : one
}

/** Two guesses of different value are no answer. */
function isRival(one: Coerced | undefined, other: Coerced): boolean {
  return one !== undefined && one.cost === other.cost && !sameJson(one.value, other.value)
}

interface Tried {
  readonly best: Coerced | undefined
  /** The branch that failed deepest, when it got anywhere. */
  readonly closest: Misfit | undefined
  /** True when another branch reads another value at the same cost. */
  readonly torn: boolean
}

function cheapest(
  coercer: Coercer,
  node: ValueNode,
  branches: readonly Shape[],
  path: Path
): Tried {
  let best: Coerced | undefined
  let closest: Misfit | undefined
  let torn = false
  for (const branch of branches) {
    const attempt = coercer.coerce(node, branch, path)
    if (!attempt.fits) {
      if (isCloser(attempt, closest, path)) closest = attempt
    } else if (best === undefined || isBetter(attempt, best)) {
      torn = false
      best = attempt
    } else if (isRival(attempt, best)) torn = true
  }
  return { best, closest, torn }
}

/** A branch that failed inside of the node got further than one that failed at it. */
function isCloser(attempt: Misfit, closest: Misfit | undefined, path: Path): boolean {
  if (depthOf(attempt) <= path.length) return false
  return closest === undefined || attempt.issues.length < closest.issues.length
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
