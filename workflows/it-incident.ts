import { defineWorkflow, z } from '@turnwise/engine'

/** Solves a problem with a machine from what is known about it, or hands it to a person. */
export default defineWorkflow({
  id: 'it-incident',
  version: 1,
  title: 'IT incident',
  data: z.object({
    summary: z.string().min(1).max(500),
    category: z.enum(['network', 'email', 'printer', 'access', 'other']),
    urgency: z.enum(['low', 'normal', 'high']),
    tried: z.array(z.string().min(1).max(200)).optional(),
    solution: z.string().min(1).max(500)
  }),
  // Each attempt adds to those before.
  append: ['tried'],
  steps: [
    { id: 'describing', phase: 'Describing the problem', progress: 0.1 },
    { id: 'researching', phase: 'Looking for an answer', progress: 0.4 },
    { id: 'trying', phase: 'Trying an answer', progress: 0.6 },
    { id: 'resolved', phase: 'Solved' }
  ],
  deadlines: { trying: 8 * 60 * 60 * 1000 },
  context: {
    constraints: [
      'Name the source of every advice',
      'Hand over to a person when two attempts have failed'
    ]
  }
})
