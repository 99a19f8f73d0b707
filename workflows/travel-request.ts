import { defineWorkflow, z } from '@turnwise/engine'

/** Collects a business trip over several turns; the traveller confirms it with a card. */
export default defineWorkflow({
  id: 'travel-request',
  version: 1,
  title: 'Travel request',
  data: z.object({
    destination: z.string().min(1).max(200),
    departureDate: z.iso.date(),
    returnDate: z.iso.date(),
    travellers: z.int().min(1).max(50),
    purpose: z.string().min(1).max(500),
    note: z.string().max(1000).optional()
  }),
  steps: [
    { id: 'gathering', phase: 'Gathering the details' },
    { id: 'confirming', phase: 'Waiting for your confirmation' },
    { id: 'done', phase: 'Requested' }
  ],
  context: {
    constraints: ['Ask for one missing detail at a time', 'Confirm with a card before completing']
  }
})
