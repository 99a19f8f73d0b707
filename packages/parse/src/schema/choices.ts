import { type ChoiceOption, isRawSchema, type RawSchema, stringsOf } from './shape.ts'

export function choicesOf(flat: RawSchema): readonly ChoiceOption[] {
  const listed = Array.isArray(flat.enum) ? flat.enum : [flat.const]
  const values = 'const' in flat ? [flat.const] : listed
  const aliases = isRawSchema(flat['x-aliases']) ? flat['x-aliases'] : {}
  const descriptions = isRawSchema(flat['x-descriptions']) ? flat['x-descriptions'] : {}
  return values.map(value => {
    const text = textOf(value)
    const told = Object.hasOwn(aliases, text) ? stringsOf(aliases[text]) : []
    const description = Object.hasOwn(descriptions, text) ? descriptions[text] : undefined
    return {
      value,
      names: told.length > 0 ? told : [text],
      description: typeof description === 'string' ? description : undefined,
      renamed: told.length > 0
    }
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
