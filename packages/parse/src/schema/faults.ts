import { isObject, membersOf } from '../json.ts'
import type { ParseIssue } from '../outcome.ts'
import { issue } from '../parse-issue.ts'
import { regularExpression } from './conditions.ts'
import { resolve } from './merge.ts'
import { stringsOf } from './shape.ts'

/** What the value of a keyword has to be, and whether its members are schemas. */
type Kind = readonly [
  keyword: RegExp,
  expected: string,
  holds: (asked: unknown) => boolean,
  leads?: true
]

const TYPE = /^(?:object|array|string|number|integer|boolean|null)$/

const isFull = (asked: unknown) => Array.isArray(asked) && asked.length > 0
const isNames = (asked: unknown) => Array.isArray(asked) && stringsOf(asked).length === asked.length
const isPattern = (asked: unknown) => regularExpression(asked) !== undefined

const KINDS: readonly Kind[] = [
  [
    /^type$/,
    'a type or a list of types',
    asked => (typeof asked === 'string' || isFull(asked)) && [asked].flat().every(isType)
  ],
  [/^enum$/, 'a list of values', isFull],
  [/^required$/, 'a list of names', isNames],
  [
    /^dependentRequired$/,
    'lists of names',
    asked => isObject(asked) && Object.values(asked).every(isNames)
  ],
  [/^pattern$/, 'a regular expression', isPattern],
  [/^uniqueItems$/, 'true or false', asked => typeof asked === 'boolean'],
  [
    /^(?:m(?:in|ax)(?:imum|Length|Items|Properties|Contains)|multipleOf)$/,
    'a number',
    asked => typeof asked === 'number'
  ],
  // Of draft 4 it is a boolean.
  [/^exclusiveM/, 'a number', asked => /number|boolean/.test(typeof asked)],
  [/^(?:any|all|one)Of$/, 'a list of schemas', isFull, true],
  [/^prefixItems$/, 'a list of schemas', Array.isArray, true],
  [/^(?:properties|\$defs|definitions)$/, 'an object of schemas', isObject, true],
  [
    /^patternProperties$/,
    'schemas under regular expressions',
    asked => isObject(asked) && Object.keys(asked).every(isPattern),
    true
  ]
]

/** Keywords whose value is a schema; that of `items` was a list before 2020-12. */
const SCHEMA = /^(?:not|if|then|else|contains|items|propertyNames|additional(?:Properties|Items))$/

/**
 * Finds what is wrong with a JSON Schema, and where, as a JSON Pointer. Keywords that are not
 * known ask for nothing, as JSON Schema has it.
 */
export function faultsOf(root: unknown): ParseIssue[] {
  const faults: ParseIssue[] = []
  /** The schemas that were met; the work is a list, so that their depth costs no stack. */
  const places = new Map([[root, '#']])
  const meet = (schema: unknown, at: string) => {
    if (!places.has(schema)) places.set(schema, at)
  }
  const blame = (expected: string, at: string, got: unknown) => {
    faults.push(issue([], 'schema', `${expected} at ${at} of the schema`, got))
  }
  for (const [schema, place] of places) {
    if (typeof schema === 'boolean') continue
    if (!isObject(schema)) {
      blame('a schema', place, schema)
      continue
    }
    for (const [keyword, asked] of Object.entries(schema)) {
      if (asked === undefined) continue
      const at = `${place}/${keyword}`
      const [, expected, holds, leads] = KINDS.find(([known]) => known.test(keyword)) ?? []
      if (holds?.(asked) === false) blame(`${expected}`, at, asked)
      else if (leads || (keyword === 'items' && Array.isArray(asked))) {
        for (const [key, part] of membersOf(asked)) meet(part, `${at}/${escaped(key)}`)
      } else if (SCHEMA.test(keyword)) meet(asked, at)
    }
    const { $ref } = schema
    if ($ref === undefined) continue
    const found = typeof $ref === 'string' ? resolve(root, $ref) : undefined
    if (found === undefined) blame('a reference that leads somewhere', `${place}/$ref`, $ref)
    else meet(found, `${place}/$ref`)
  }
  return faults
}

function isType(name: unknown): boolean {
  return typeof name === 'string' && TYPE.test(name)
}

/** A key in a JSON Pointer. */
function escaped(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}
