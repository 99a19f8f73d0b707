import { Coercer } from '../coerce/coerce.ts'
import { Place } from '../coerce/place.ts'
import type { ParseIssue } from '../outcome.ts'
import { describeValue, issue } from '../parse-issue.ts'
import { type Compiled, compileSchema } from '../schema/compile.ts'
import { faultsOf } from '../schema/faults.ts'
import type { Shape } from '../schema/shape.ts'
import {
  isJsonSchema,
  isStandardSchema,
  type StandardIssue,
  type StandardSchema
} from '../schema/standard-schema.ts'
import { type Survey, survey } from '../value/survey.ts'

/** What a Standard Schema says about a value that is to become data. */
export type Verdict =
  | { readonly fits: true; readonly data: unknown; readonly seen?: Survey }
  | { readonly fits: false; readonly issues: readonly ParseIssue[] }

/** A schema ready to be used; the shape says it all where nobody validates. */
export interface Contract {
  /** Why it is no schema, where it is none; then there is nothing else. */
  readonly faults?: readonly ParseIssue[]
  /** What steers the reading; absent where a schema can only validate. */
  readonly shape?: Shape
  /** True when keys or choices have other names on the wire than in the data. */
  readonly renames?: boolean
  readonly validate?: (value: unknown, depth: number) => Verdict
}

const contracts = new WeakMap<object, Contract>()

/** Compiles a schema once; the same schema object gives the same contract again. */
export function contractOf(schema: unknown): Contract {
  const known = contracts.get(Object(schema))
  if (known !== undefined) return known
  const contract = readContract(schema)
  contracts.set(Object(schema), contract)
  return contract
}

/** A caller without types may hand over anything, also what throws when it is looked at. */
function readContract(schema: unknown): Contract {
  try {
    if (isStandardSchema(schema)) {
      return { ...shapeOf(schema), validate: (value, depth) => verdictOf(schema, value, depth) }
    }
    if (!isJsonSchema(schema)) {
      return { faults: [issue([], 'schema', 'a JSON Schema or a Standard Schema', schema)] }
    }
    const faults = faultsOf(schema)
    return faults.length > 0 ? { faults } : compile(schema, 'strip')
  } catch (thrown) {
    return { faults: [issue([], 'schema', 'a schema that can be read', messageOf(thrown))] }
  }
}

/** Shapes one value may be held against for the sake of conditions. */
const MOST_EFFORT = 50_000
/** How often one question may lead to another. */
const DEEPEST_QUESTION = 32

/**
 * Conditions may lead to one another in more ways than anybody can follow, so that no question
 * is asked twice of one value; the answers stay until another value comes.
 */
function compile(schema: unknown, undeclared: 'keep' | 'strip'): Compiled {
  let answers = new Map<Shape, Map<unknown, boolean>>()
  let asked: unknown
  let asking = 0
  let effort = 0
  return compileSchema(schema, undeclared, (shape, value) => {
    if (asking === 0 && value !== asked) {
      answers = new Map()
      asked = value
      effort = 0
    }
    effort += shape.kind === 'union' ? shape.branches.length : 1
    if (effort > MOST_EFFORT || asking > DEEPEST_QUESTION) return true
    const known = answers.get(shape) ?? new Map<unknown, boolean>()
    let fits = known.get(value)
    if (fits === undefined) {
      // Whoever leads back here while the answer is looked for has nothing to add to it.
      answers.set(shape, known.set(value, true))
      asking++
      fits = new Coercer('exact', 0).coerce(new Place(value), shape).fits
      asking--
      known.set(value, fits)
    }
    return fits
  })
}

/** The shape of a Standard Schema, if it can say more than yes and no. */
function shapeOf(schema: StandardSchema): Compiled | undefined {
  const converter = schema['~standard'].jsonSchema
  if (converter === undefined) return undefined
  // A vendor refuses types JSON Schema cannot say, and may know an option to let them be anything.
  for (const libraryOptions of [undefined, { unrepresentable: 'any' }]) {
    try {
      return compile(converter.input({ target: 'draft-2020-12', libraryOptions }), 'keep')
    } catch {
      // The next request may be granted.
    }
  }
  return undefined
}

function verdictOf(schema: StandardSchema, value: unknown, depth: number): Verdict {
  try {
    const result = schema['~standard'].validate(value)
    if ('then' in result) {
      result.then(undefined, () => undefined)
      return refusal('async_schema', 'a synchronous schema', value)
    }
    if (result.issues === undefined) {
      return { fits: true, data: result.value, seen: survey(value, depth, result.value) }
    }
    // Not each vendor's issues and paths are plain lists, which can be cut and mapped.
    const issues = Array.from(result.issues, found => fromStandard(found, value))
    return { fits: false, issues: issues.slice(0, MOST_ISSUES) }
  } catch (thrown) {
    return refusal('validator', `a validator that does not throw (${messageOf(thrown)})`, value)
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : describeValue(thrown)
}

/** A validator may complain about every item of a long list; more than this tells nobody anything. */
const MOST_ISSUES = 50

function refusal(rule: string, expected: string, value: unknown): Verdict {
  return { fits: false, issues: [issue([], rule, expected, value)] }
}

function fromStandard({ path = [], message }: StandardIssue, root: unknown): ParseIssue {
  const keys = Array.from(path, segment => {
    const key = typeof segment === 'object' ? segment.key : segment
    return typeof key === 'number' ? key : String(key)
  })
  const got = keys.reduce<unknown>((value, key) => Object(value)[key], root)
  return { ...issue(keys, 'validator', message, got), message }
}
