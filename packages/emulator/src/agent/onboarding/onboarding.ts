import { readQuery, type SuggestedInputs } from '@turnwise/schema'
import type { Answer, Question, Reply, Scenario } from '../answer.ts'
import {
  type Colleague,
  type ColleagueField,
  extractColleague,
  missingFields,
  readColleague,
  things
} from './colleague.ts'

/** An agent that takes in a new colleague, one question after the other. */
export const onboarding: Scenario = {
  name: 'onboarding',
  greet: () => ask({}, 'Welcome! I am a simulated onboarding agent.'),
  reply({ text, memory }: Question): Reply {
    const { turnNumber, collectedData, userInput } = readQuery(text)
    const known = readColleague(turnNumber === null ? memory : collectedData)
    if (/^\s*(?:stop|quit)\s*[.!]?\s*$/i.test(userInput))
      return {
        answer: speak('I have stopped the onboarding.', 'error', known),
        memory: { ...known }
      }
    const asked = missingFields(known)[0] ?? null
    const colleague = { ...known, ...extractColleague(userInput, asked) }
    const answer =
      missingFields(colleague).length > 0
        ? ask(colleague, '')
        : speak(`Welcome aboard, ${colleague.name}!`, 'complete', colleague)
    return { answer, memory: { ...colleague } }
  }
}

const text: SuggestedInputs = { type: 'text', choices: [] }
const choice = (...titles: readonly string[]): SuggestedInputs => ({
  type: 'choice',
  choices: titles.map(title => ({ title, value: title }))
})

const questions: Record<ColleagueField, { question: string; inputs: SuggestedInputs }> = {
  name: { question: 'What is your name?', inputs: text },
  email: { question: 'At which address do we reach you?', inputs: text },
  startDate: { question: 'On which day do you start?', inputs: { type: 'date', choices: [] } },
  equipment: { question: 'What do you need for your work?', inputs: choice(...things) },
  policiesAccepted: {
    question: 'Do you accept our policies?',
    inputs: choice('Yes, I accept them', 'Not yet')
  }
}

function ask(colleague: Colleague, lead: string): Answer {
  const { question, inputs } = questions[missingFields(colleague)[0] ?? 'name']
  return speak(`${lead} ${question}`.trim(), 'ask', colleague, inputs)
}

function speak(
  prompt: string,
  action: 'ask' | 'complete' | 'error',
  colleague: Colleague,
  suggestedInputs: SuggestedInputs = text
): Answer {
  const envelope = { action, prompt, data: { ...colleague }, confidence: 0.9, suggestedInputs }
  return { prose: prompt, envelope, card: null }
}
