import { z } from 'zod'
import { styleNames } from '../agent/express/index.ts'
import { fault } from './fault.ts'

const milliseconds = z.int().min(0).max(600_000)

/** How one of the next requests is answered; everything left out is as usual. */
export const behaviour = z
  .strictObject({
    /** What it waits for. A card submit is a turn. */
    on: z.enum(['turn', 'start', 'subscribe']).default('turn'),
    /** Only this conversation; any when left out. */
    conversationId: z.string().min(1).max(200).optional(),
    /** Only a turn whose text, as it was sent, contains this. */
    match: z.strictObject({ text: z.string().min(1).max(10_000) }).optional(),
    /** How many requests it applies to. */
    times: z.int().min(1).max(1_000_000).default(1),
    /** How the answer is expressed. */
    style: z.enum(styleNames).optional(),
    /** The agent's words in place of the scenario's; alone, they are sent as they are. */
    text: z.string().max(2_000_000).optional(),
    /** The agent's data in place of the scenario's. */
    envelope: z.record(z.string(), z.unknown()).optional(),
    /** The code of the `error-code` style. */
    errorCode: z.string().min(1).max(200).optional(),
    /** Sent exactly as they are, in place of everything else. */
    activities: z.array(z.record(z.string(), z.unknown())).max(1_000).optional(),
    /** Gives scripted activities the `replyToId` they lack, so that they can be read back. */
    correlate: z.boolean().default(false),
    /** How long the agent thinks before its first activity. */
    delayMs: milliseconds.default(0),
    /** How long it takes between two activities. */
    stepMs: milliseconds.optional(),
    /** How long even the response headers wait. */
    headersDelayMs: milliseconds.default(0),
    wire: z
      .strictObject({
        crlf: z.boolean().optional(),
        comments: z.boolean().optional(),
        badFrames: z.boolean().optional(),
        gzip: z.boolean().default(false),
        splitBytes: z.int().min(1).max(65_536).optional()
      })
      .prefault({}),
    fault: fault.optional()
  })
  .refine(one => one.match === undefined || one.on === 'turn', {
    path: ['match'],
    error: 'Only a turn has a text to match'
  })
export type Behaviour = z.infer<typeof behaviour>

/** The body of `POST /_emulator/script`. */
export const script = z.strictObject({ turns: z.array(behaviour).min(1).max(10_000) })
export type Script = z.infer<typeof script>
/** A script as a caller writes it, defaults left out. */
export type ScriptInput = z.input<typeof script>

/** What an unscripted request gets. */
export const usual: Behaviour = behaviour.parse({})
