import type { ExtraKey, ParseIssue } from '../outcome.ts'
import { issue } from '../parse-issue.ts'
import { compileSchema } from './compile.ts'
import { extraKeys } from './extra-keys.ts'
import { renames } from './renames.ts'
import type { Shape } from './shape.ts'
import {
  isStandardSchema,
  type Schema,
  type StandardIssue,
  type StandardSchema
} from './standard-schema.ts'
import { stripUndeclared } from './strip.ts'
import { validate } from './validate.ts'

/** What a schema says about a value that is to become data. */
export type Verdict =
  | { readonly fits: true; readonly data: unknown; readonly extra: readonly ExtraKey[] }
  | { readonly fits: false; readonly issues: readonly ParseIssue[] }

/** A schema ready to be used: a shape to steer the reading, and the last word on a value. */
export interface Contract {
  readonly shape: Shape | undefined
  /** True when the schema gives keys or choices other names on the wire. */
  readonly renames: boolean
  readonly judge: (value: unknown, strict: boolean) => Verdict
}

const contracts = new WeakMap<object, Contract>()

/** Compiles a schema once; the same schema object gives the same contract again. */
export function contractOf(schema: Schema): Contract {
  if (typeof schema === 'boolean') return jsonSchemaContract(schema)
  const known = contracts.get(schema)
  if (known !== undefined) return known
  const contract = isStandardSchema(schema) ? standardContract(schema) : jsonSchemaContract(schema)
  contracts.set(schema, contract)
  return contract
}

function jsonSchemaContract(schema: Schema): Contract {
  const shape = compileSchema(schema, { undeclared: 'strip' })
  return {
    shape,
    renames: renames(shape),
    judge: (value, strict) => {
      const issues = validate(shape, value, strict ? 'refuse' : 'allow')
      if (issues.length > 0) return { fits: false, issues }
      return { fits: true, ...stripUndeclared(shape, value) }
    }
  }
}

function standardContract(schema: StandardSchema): Contract {
  const shape = shapeOf(schema)
  return {
    shape,
    renames: shape !== undefined && renames(shape),
    judge: value => judgeStandard(schema, value)
  }
}

/** The shape of a Standard Schema, or undefined when it can only validate. */
function shapeOf(schema: StandardSchema): Shape | undefined {
  const converter = schema['~standard'].jsonSchema
  if (converter === undefined) return undefined
  // A vendor refuses types JSON Schema cannot say, and may know an option to let them be anything.
  for (const libraryOptions of [undefined, { unrepresentable: 'any' }]) {
    try {
      const request = { target: 'draft-2020-12' as const, libraryOptions }
      return compileSchema(converter.input(request), { undeclared: 'keep' })
    } catch {
      // The next request may be granted.
    }
  }
  return undefined
}

function judgeStandard(schema: StandardSchema, value: unknown): Verdict {
  try {
    const result = schema['~standard'].validate(value)
    if ('then' in result) {
      result.then(undefined, () => undefined)
      return refusal('async_schema', 'a schema that validates synchronously', value)
    }
    if (result.issues === undefined) {
      return { fits: true, data: result.value, extra: extraKeys(value, result.value) }
    }
    return { fits: false, issues: result.issues.map(found => fromStandard(found, value)) }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return refusal('validator', `a validator that does not throw (${message})`, value)
  }
}

function refusal(rule: string, expected: string, value: unknown): Verdict {
  return { fits: false, issues: [issue([], rule, expected, value)] }
}

function fromStandard(found: StandardIssue, root: unknown): ParseIssue {
  const path = (found.path ?? []).map(segment => {
    const key = typeof segment === 'object' ? segment.key : segment
    return typeof key === 'number' ? key : String(key)
  })
  let got = root
  for (const key of path) {
    got = typeof got === 'object' && got !== null ? Reflect.get(got, key) : undefined
  }
  return { ...issue(path, 'validator', found.message, got), message: found.message }
}
