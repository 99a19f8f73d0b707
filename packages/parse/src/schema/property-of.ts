import { fold } from './fold.ts'
import type { ObjectShape, Property } from './shape.ts'

/** The property that a key names, in the spelling of the schema or in one that folds to it. */
export function propertyOf(shape: ObjectShape, key: string): Property | undefined {
  return shape.byName.get(key) ?? shape.byFold.get(fold(key))
}
