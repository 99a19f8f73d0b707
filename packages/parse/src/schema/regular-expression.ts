export function regularExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    try {
      return new RegExp(source)
    } catch {
      return undefined
    }
  }
}
