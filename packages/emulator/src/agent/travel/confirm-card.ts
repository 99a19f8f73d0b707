import type { Activity } from '../../wire/activity.ts'
import type { Trip } from './trip.ts'
import { facts } from './wording.ts'

/** Shows everything that was collected and lets the user confirm it or go back. */
export function confirmCard(trip: Trip): Activity {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    speak: 'Please confirm your travel request.',
    body: [
      {
        type: 'TextBlock',
        text: 'Your travel request',
        weight: 'Bolder',
        size: 'Medium',
        wrap: true
      },
      { type: 'FactSet', facts: facts(trip) },
      {
        type: 'Input.Text',
        id: 'note',
        label: 'Note (optional)',
        placeholder: 'Anything we should know',
        isMultiline: true,
        maxLength: 500
      }
    ],
    actions: [
      {
        type: 'Action.Submit',
        title: 'Confirm',
        style: 'positive',
        data: { action: 'confirm', ...trip }
      },
      { type: 'Action.Submit', title: 'Change', data: { action: 'change' } }
    ]
  }
}
