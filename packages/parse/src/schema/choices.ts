import { type ChoiceOption, isRawSchema, type RawSchema } from './shape.ts'

export function choicesOf(flat: RawSchema): readonly ChoiceOption[] {
  const listed = Array.isArray(flat.enum) ? flat.enum : [flat.const]
  const values = 'const' in flat ? [flat.const] : listed
  const aliases = isRawSchema(flat['x-aliases']) ? flat['x-aliases'] : {}
  const descriptions = isRawSchema(flat['x-descriptions']) ? flat['x-descriptions'] : {}
  return values.map(value => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const told = Object.hasOwn(aliases, text) ? aliases[text] : undefined
    const names = Array.isArray(told) && told.length > 0 ? told.map(String) : [text]
    const description = Object.hasOwn(descriptions, text) ? descriptions[text] : undefined
    return { value, names, description: typeof description === 'string' ? description : undefined }
  })
}
