import { defineWorkflow, z } from '@turnwise/engine'

/** What a desk booking collects; the agent asks for it in whatever order it likes. */
export const deskBooking = defineWorkflow({
  id: 'desk-booking',
  version: 1,
  title: 'Desk booking',
  data: z.object({
    floor: z.int().min(0).max(20).describe('Floor of the desk'),
    day: z.iso.date().describe('Day of the booking'),
    name: z.string().min(1).describe('Who will sit there')
  }),
  steps: [{ id: 'booking', phase: 'Finding a desk' }],
  reopen: true
})
