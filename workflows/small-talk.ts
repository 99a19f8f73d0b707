import { defineWorkflow } from '@turnwise/engine'

/** Collects nothing: what the agent says is shown exactly as it says it. */
export default defineWorkflow({
  id: 'small-talk',
  version: 1,
  title: 'Small talk',
  steps: [{ id: 'small-talk', phase: 'Talking' }],
  context: { format: 'none' }
})
