import type { Shape } from './shape.ts'

/** Says whether a schema gives keys or choices other names on the wire than in the data. */
export function renames(root: Shape): boolean {
  const seen = new Set<Shape>([root])
  for (const shape of seen) {
    if (shape.kind === 'choice') {
      if (shape.options.some(option => option.renamed)) return true
    } else if (shape.kind === 'object') {
      for (const property of shape.properties) {
        if (property.wireNames[0] !== property.name) return true
        seen.add(property.shape)
      }
      for (const { shape: inner } of shape.patterns) seen.add(inner)
      if (typeof shape.additional !== 'string') seen.add(shape.additional)
    } else if (shape.kind === 'array') {
      for (const place of [...shape.prefix, shape.items]) seen.add(place)
    } else if (shape.kind === 'union') for (const branch of shape.branches) seen.add(branch)
  }
  return false
}
