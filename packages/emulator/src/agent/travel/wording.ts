import type { SuggestedInputs } from '@turnwise/schema'
import { type Trip, type TripField, tripFields } from './trip.ts'

/** How each field is called and asked for, and what kind of answer fits. */
const wording: Record<TripField, { label: string; question: string; inputs: SuggestedInputs }> = {
  destination: {
    label: 'Destination',
    question: 'Where would you like to travel?',
    inputs: { type: 'text', choices: [] }
  },
  departureDate: {
    label: 'Departure',
    question: 'On which day do you leave? Please give day, month and year.',
    inputs: { type: 'date', choices: [] }
  },
  returnDate: {
    label: 'Return',
    question: 'On which day do you come back?',
    inputs: { type: 'date', choices: [] }
  },
  travellers: {
    label: 'Travellers',
    question: 'How many people travel?',
    inputs: { type: 'number', choices: [] }
  },
  purpose: {
    label: 'Purpose',
    question: 'What is the purpose of the trip?',
    inputs: {
      type: 'choice',
      choices: [
        { title: 'Conference', value: 'conference' },
        { title: 'Customer visit', value: 'customer visit' },
        { title: 'Training', value: 'training' },
        { title: 'Holiday', value: 'holiday' }
      ]
    }
  }
}

export function questionFor(field: TripField): string {
  return wording[field].question
}

export function inputsFor(field: TripField): SuggestedInputs {
  return wording[field].inputs
}

/** The fields of a trip as label and value, in the order in which they are asked. */
export function facts(trip: Trip): { title: string; value: string }[] {
  return tripFields.flatMap(field => {
    const value = trip[field]
    return value === undefined ? [] : [{ title: wording[field].label, value: String(value) }]
  })
}

/** Repeats what was understood, such as `Noted: destination Lisbon, travellers 2.` */
export function acknowledge(trip: Trip): string {
  const noted = facts(trip).map(({ title, value }) => `${title.toLowerCase()} ${value}`)
  return noted.length === 0 ? '' : `Noted: ${noted.join(', ')}.`
}
