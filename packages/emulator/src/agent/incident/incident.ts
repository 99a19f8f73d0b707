import { readQuery, type SuggestedInputs } from '@turnwise/schema'
import type { Answer, Question, Reply, Scenario } from '../answer.ts'
import { type Category, categoryOf, nextAdvice } from './knowledge.ts'

/** What is known of an incident. */
type Incident = {
  summary?: string
  category?: Category
  urgency?: string
  tried?: string[]
}

/**
 * An agent that looks for advice, names its source, and hands over to a person when two pieces of
 * advice did not help.
 */
export const itIncident: Scenario = {
  name: 'it-incident',
  greet: () =>
    speak('Hello, I am a simulated help desk. What is the problem?', {
      action: 'ask',
      step: 'describing'
    }),
  reply({ text, memory }: Question): Reply {
    const { turnNumber, collectedData, userInput } = readQuery(text)
    const known = readIncident(turnNumber === null ? memory : collectedData)
    const said = userInput.trim().slice(0, 500)
    const { answer, incident } = step(known, said)
    return { answer, memory: { ...incident } }
  }
}

type Step = { answer: Answer; incident: Incident }

function step(known: Incident, said: string): Step {
  if (known.summary === undefined) {
    const incident = { summary: said, category: categoryOf(said) }
    return {
      incident,
      answer: speak('How urgent is it?', {
        action: 'ask',
        step: 'describing',
        data: incident,
        suggestedInputs: choice('low', 'normal', 'high')
      })
    }
  }
  if (known.urgency === undefined) {
    const urgency = /\b(low|high)\b/i.exec(said)?.[1]?.toLowerCase() ?? 'normal'
    return advise({ ...known, urgency }, { urgency }, 'I have looked this up.')
  }
  const category = known.category ?? 'other'
  const tried = known.tried ?? []
  const current = nextAdvice(category, tried)
  if (current === null) return handOver(known, {})
  if (/\b(?:yes|works|solved|thanks?)\b/i.test(said))
    return {
      incident: known,
      answer: speak('I am glad that this helped.', {
        action: 'complete',
        step: 'resolved',
        data: { solution: current.solution },
        progress: 1
      })
    }
  const news = { tried: [current.solution] }
  const incident = { ...known, tried: [...tried, current.solution] }
  return advise(incident, news, 'Then something else:')
}

function advise(incident: Incident, news: Incident, lead: string): Step {
  const advice = nextAdvice(incident.category ?? 'other', incident.tried ?? [])
  if (advice === null) return handOver(incident, news)
  return {
    incident,
    answer: speak(`${lead} ${advice.solution} Did that help?`, {
      action: 'research',
      step: 'trying',
      data: news,
      citations: [advice.source],
      progress: 0.6,
      suggestedInputs: choice('Yes', 'No')
    })
  }
}

function handOver(incident: Incident, news: Incident): Step {
  const answer = speak('I am connecting you with a person.', { data: news })
  const handoff = {
    type: 'event',
    name: 'handoff.initiate',
    value: { message: incident.summary ?? '', tried: incident.tried ?? [] }
  }
  return { incident, answer: { ...answer, signals: [handoff] } }
}

function readIncident(data: Readonly<Record<string, unknown>>): Incident {
  const { summary, urgency, tried } = data
  return {
    ...(typeof summary === 'string' ? { summary, category: categoryOf(summary) } : {}),
    ...(typeof urgency === 'string' ? { urgency } : {}),
    ...(Array.isArray(tried) ? { tried: tried.filter(item => typeof item === 'string') } : {})
  }
}

const choice = (...titles: readonly string[]): SuggestedInputs => ({
  type: 'choice',
  choices: titles.map(title => ({ title, value: title }))
})

function speak(prompt: string, envelope: Partial<NonNullable<Answer['envelope']>>): Answer {
  return { prose: prompt, envelope: { ...envelope, prompt, confidence: 0.9 }, card: null }
}
