import type { Answer, Question, Reply, Scenario } from '../answer.ts'
import { confirmCard } from './confirm-card.ts'
import { extractTrip } from './extract-trip.ts'
import { referenceOf } from './reference.ts'
import { readSubmit } from './submit.ts'
import { missingFields, readTrip, returnsTooEarly, type Trip, tripFields } from './trip.ts'
import { acknowledge, inputsFor, questionFor } from './wording.ts'

/**
 * An agent that collects a travel request over several turns, confirms it on a card and books it.
 *
 * It starts each turn from the collected data it is sent, so nothing is lost when it is restarted;
 * only a caller that sends no context depends on its memory.
 */
export const travelRequest: Scenario = {
  name: 'travel-request',
  greet: () => ask({}, 'Hello, I am a simulated travel agent.', 1),
  reply: question =>
    question.submitted === undefined ? answerText(question) : answerCard(question)
}

function answerText({ query, memory }: Question): Reply {
  const known = readTrip(query.turnNumber === null ? memory : query.collectedData)
  const asked = missingFields(known)[0] ?? null
  const found = extractTrip(query.userInput, known, asked)
  const trip = readTrip({ ...known, ...found })
  const understood = Object.keys(found).length > 0
  const lead = understood ? acknowledge(found) : notUnderstood(query.userInput)
  if (missingFields(trip).length === 0) return remember(trip, confirm(trip, understood ? lead : ''))
  return remember(trip, ask(trip, lead, understood ? 0.95 : 0.4))
}

function answerCard({ submitted, memory }: Question): Reply {
  const submit = readSubmit(submitted)
  if (submit === null) {
    const trip = readTrip(memory)
    return remember(trip, ask(trip, 'I do not know that card.', 0.4))
  }
  if (submit.action === 'change') return remember(readTrip(memory), change)
  const { trip, note } = submit
  if (missingFields(trip).length > 0) return remember(trip, ask(trip, 'Something is missing.', 0.9))
  return remember(trip, complete(trip, note))
}

const remember = (trip: Trip, answer: Answer): Reply => ({ answer, memory: { ...trip } })

function notUnderstood(said: string): string {
  return said.trim() === '' ? '' : 'I did not find the answer in that.'
}

function ask(trip: Trip, lead: string, confidence: number): Answer {
  const field = missingFields(trip)[0] ?? 'destination'
  const early = returnsTooEarly(trip) ? 'The return must not be before the departure.' : ''
  const prompt = [lead, early, questionFor(field)].filter(part => part !== '').join(' ')
  const filled = tripFields.length - missingFields(trip).length
  return {
    prose: prompt,
    envelope: {
      action: 'ask',
      prompt,
      data: { ...trip },
      confidence,
      step: 'gathering',
      phase: 'Collecting the details',
      progress: Math.round((filled / (tripFields.length + 1)) * 100) / 100,
      suggestedInputs: inputsFor(field)
    },
    card: null
  }
}

function confirm(trip: Trip, lead: string): Answer {
  const prompt = `${lead} Please check your travel request and confirm it.`.trim()
  return {
    prose: prompt,
    envelope: {
      action: 'confirm',
      prompt,
      data: { ...trip },
      confidence: 0.95,
      step: 'confirming',
      phase: 'Waiting for your confirmation',
      progress: 0.9,
      suggestedInputs: {
        type: 'confirm',
        choices: [
          { title: 'Confirm', value: 'confirm' },
          { title: 'Change', value: 'change' }
        ]
      }
    },
    card: confirmCard(trip)
  }
}

const changePrompt = 'What would you like to change?'
const change: Answer = {
  prose: changePrompt,
  envelope: {
    action: 'ask',
    prompt: changePrompt,
    confidence: 0.95,
    step: 'gathering',
    phase: 'Changing the details',
    progress: 0.8,
    suggestedInputs: { type: 'text', choices: [] }
  },
  card: null
}

function complete(trip: Trip, note: string): Answer {
  const reference = referenceOf(trip)
  const remark = note === '' ? '' : ` Your note: ${note}`
  const prompt = `Your trip to ${trip.destination} is booked. The reference is ${reference}.${remark}`
  return {
    prose: prompt,
    envelope: {
      action: 'complete',
      prompt,
      data: { ...trip },
      confidence: 1,
      step: 'done',
      phase: 'Booked',
      progress: 1,
      suggestedInputs: { type: 'none', choices: [] },
      reference
    },
    card: null
  }
}
