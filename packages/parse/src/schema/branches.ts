import { isRawSchema, type RawSchema } from './shape.ts'

export interface Branches {
  readonly branches: readonly unknown[]
  readonly exclusive: boolean
}

/** The branches of a union, each joined with what stands beside `anyOf`, `oneOf` or a type list. */
export function branchesOf(flat: RawSchema): Branches | undefined {
  const { anyOf, oneOf, type, nullable, ...beside } = flat
  if (nullable === true) {
    return { branches: [{ ...flat, nullable: false }, { type: 'null' }], exclusive: false }
  }
  const typed = type === undefined ? beside : { ...beside, type }
  if (Array.isArray(anyOf)) {
    const rest = oneOf === undefined ? typed : { ...typed, oneOf }
    return { branches: anyOf.map(branch => joined(rest, branch)), exclusive: false }
  }
  if (Array.isArray(oneOf)) {
    return { branches: oneOf.map(branch => joined(typed, branch)), exclusive: true }
  }
  if (!Array.isArray(type) || 'enum' in flat || 'const' in flat) return undefined
  if (type.length === 1) return { branches: [{ ...beside, type: type[0] }], exclusive: false }
  return { branches: type.map(one => ({ ...beside, type: one })), exclusive: false }
}

const DESCRIBING = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'discriminator',
  'deprecated',
  'readOnly',
  'writeOnly'
])

function joined(rest: RawSchema, branch: unknown): unknown {
  const binding = Object.keys(rest).some(key => !DESCRIBING.has(key) && !key.startsWith('x-'))
  return binding ? { allOf: [rest, branch] } : branch
}

/** The property that every object branch declares with constants of its own. */
export function commonConstant(
  branches: readonly (RawSchema | boolean)[],
  flatten: (schema: unknown) => RawSchema | boolean
): string | undefined {
  const objects = branches.filter(
    branch => typeof branch !== 'boolean' && isRawSchema(branch.properties)
  )
  const first = objects[0]
  if (objects.length < 2 || first === undefined || typeof first === 'boolean') return undefined
  const names = isRawSchema(first.properties) ? Object.keys(first.properties) : []
  return names.find(name =>
    objects.every(branch => {
      if (typeof branch === 'boolean' || !isRawSchema(branch.properties)) return false
      if (!Object.hasOwn(branch.properties, name)) return false
      const flat = flatten(branch.properties[name])
      return typeof flat !== 'boolean' && ('const' in flat || Array.isArray(flat.enum))
    })
  )
}
