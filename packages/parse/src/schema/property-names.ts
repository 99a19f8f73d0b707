import { fold } from './fold.ts'
import type { Property } from './shape.ts'

export function namesOf(properties: readonly Property[]): Map<string, Property> {
  const names = new Map<string, Property>()
  for (const property of properties)
    for (const name of property.wireNames) names.set(name, property)
  return names
}

export function foldsOf(properties: readonly Property[]): Map<string, Property | undefined> {
  const folds = new Map<string, Property | undefined>()
  for (const property of properties) {
    for (const name of property.wireNames) {
      const key = fold(name)
      const taken = folds.has(key) && folds.get(key) !== property
      folds.set(key, taken ? undefined : property)
    }
  }
  return folds
}
