import type { RawSchema } from './shape.ts'

export type Kind = 'any' | 'null' | 'boolean' | 'number' | 'string' | 'choice' | 'array' | 'object'

export function kindOf(flat: RawSchema): Kind {
  if ('const' in flat || Array.isArray(flat.enum)) return 'choice'
  switch (flat.type) {
    case 'null':
    case 'boolean':
    case 'string':
    case 'array':
    case 'object':
    case 'number':
      return flat.type
    case 'integer':
      return 'number'
    default:
      return impliedKind(flat)
  }
}

/** Keywords that speak of one kind of value, where no type is named. */
const SPEAKING: readonly (readonly [Kind, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired'
    ]
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']]
]

function impliedKind(flat: RawSchema): Kind {
  const spoken = SPEAKING.find(([, keywords]) => keywords.some(keyword => keyword in flat))
  return spoken?.[0] ?? 'any'
}
