type Schema = Readonly<Record<string, unknown>>

/**
 * Lists where a value departs from a JSON Schema of an OpenAPI document, for the keywords that our
 * documents use; a keyword that is not known here is reported, so that none is passed over.
 */
export function departures(document: unknown, schema: unknown, value: unknown, at = ''): string[] {
  const check = (inner: unknown, item: unknown, path: string): string[] =>
    departures(document, inner, item, path)
  const rules = schema as Schema
  return Object.entries(rules).flatMap(([keyword, rule]): string[] => {
    const says = (holds: boolean): string[] => (holds ? [] : [`${at}: ${keyword}`])
    const length = typeof value === 'string' ? value.length : 0
    switch (keyword) {
      case '$ref':
        return check(resolve(document, String(rule)), value, at)
      case 'type':
        return says([rule].flat().some(type => isOfType(value, String(type))))
      case 'enum':
        return says((rule as unknown[]).includes(value))
      case 'const':
        return says(rule === value)
      case 'required':
        return (rule as string[])
          .filter(key => isObject(value) && !has(value, key))
          .map(key => `${at}/${key}: required`)
      case 'properties':
        return Object.entries(rule as Schema).flatMap(([key, inner]) =>
          has(value, key) ? check(inner, value[key], `${at}/${key}`) : []
        )
      case 'additionalProperties': {
        const known = Object.keys((rules.properties ?? {}) as object)
        const others = isObject(value) ? Object.keys(value).filter(key => !known.includes(key)) : []
        if (rule === false) return others.map(key => `${at}/${key}: additionalProperties`)
        return others.flatMap(key => check(rule, (value as Schema)[key], `${at}/${key}`))
      }
      case 'items':
        return Array.isArray(value)
          ? value.flatMap((item, index) => check(rule, item, `${at}/${index}`))
          : []
      case 'anyOf':
      case 'oneOf':
        return says((rule as unknown[]).some(inner => check(inner, value, at).length === 0))
      case 'minimum':
        return says(typeof value !== 'number' || value >= Number(rule))
      case 'maximum':
        return says(typeof value !== 'number' || value <= Number(rule))
      case 'minLength':
        return says(typeof value !== 'string' || length >= Number(rule))
      case 'maxLength':
        return says(typeof value !== 'string' || length <= Number(rule))
      case 'maxItems':
        return says(!Array.isArray(value) || value.length <= Number(rule))
      case 'format':
        return says(rule !== 'date-time' || !Number.isNaN(Date.parse(String(value))))
      case 'description':
      case 'default':
        return []
      default:
        return [`${at}: the keyword ${keyword} is not known to this check`]
    }
  })
}

function resolve(document: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce((here, key) => (here as Schema)[key], document)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  isObject(value) && Object.hasOwn(value, key)

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
