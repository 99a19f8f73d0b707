import { config } from 'zod'

// Schemas would otherwise try whether code may be made from text, which the policy of the page
// forbids and the browser reports.
config({ jitless: true })
