/** The TypeScript examples of a Markdown page, each a module of its own. */
export function examplesOf(page: string): string[] {
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(match => match[1] ?? '')
}

/** An example that checks itself: `expression // → value` becomes an assertion. */
export function asserting(example: string): string {
  const checked = example.replaceAll(
    /^( *)(\S.*?) \/\/ → (.+)$/gm,
    (_, indent, expression, value) => `${indent}assert.deepEqual(${expression}, ${value})`
  )
  return `import assert from 'node:assert/strict'\n${checked}`
}
