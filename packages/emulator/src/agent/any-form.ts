import type { Answer, Question, Reply, Scenario } from './answer.ts'

const pair = /([A-Za-z_][\w-]{0,60})\s{0,5}[:=]\s{0,5}([^,;\n]{1,500})/g
const finished = /^\s*(?:done|that is all|complete|finish)\s*[.!]?\s*$/i

/**
 * An agent for workflows nobody has written a scenario for: it takes fields as they are spelled,
 * `floor: 3, date: 2027-05-03`, and completes when it is told that this is all.
 */
export const anyForm: Scenario = {
  name: 'any-form',
  greet: () =>
    speak(
      'Hello, I am a simulated agent for any form. Write fields and their values, such as “floor: 3, date: 2027-05-03”, and “done” when that is all.',
      { action: 'ask' }
    ),
  reply({ query, submitted, memory }: Question): Reply {
    const known = query.turnNumber === null ? memory : query.collectedData
    const data = { ...known, ...(submitted === undefined ? readFields(query.userInput) : {}) }
    const answer = finished.test(query.userInput) ? complete(data) : note(data, known, query)
    return { answer, memory: data }
  }
}

function readFields(said: string): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(said.matchAll(pair), ([, name = '', value = '']) => [name, readValue(value.trim())])
  )
}

function readValue(text: string): unknown {
  if (/^(?:true|yes)$/i.test(text)) return true
  if (/^(?:false|no)$/i.test(text)) return false
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : text
}

function note(
  data: Record<string, unknown>,
  known: Readonly<Record<string, unknown>>,
  query: { constraints: readonly string[] }
): Answer {
  const added = Object.keys(data).filter(name => data[name] !== known[name])
  const missing = query.constraints.flatMap(line => /^Still missing: (.+)$/.exec(line)?.[1] ?? [])
  const lead =
    added.length > 0
      ? `Noted: ${added.join(', ')}.`
      : 'I found no field in that. Write it as “name: value”.'
  const still = missing.filter(name => !Object.hasOwn(data, name))
  const rest = still.length > 0 ? ` Still missing: ${still.join(', ')}.` : ''
  return speak(`${lead}${rest} What else?`, { action: 'ask', data })
}

function complete(data: Record<string, unknown>): Answer {
  return speak('Thank you, that is everything I was told.', { action: 'complete', data })
}

function speak(
  prompt: string,
  envelope: { action: 'ask' | 'complete'; data?: Record<string, unknown> }
): Answer {
  return { prose: prompt, envelope: { ...envelope, prompt }, card: null }
}
