import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseTemplate, type QueryTemplate } from '@turnwise/schema'
import { z } from 'zod'
import { styleNames } from './agent/express/index.ts'

const halfAnHour = 1_800_000
const milliseconds = z.coerce.number().int().min(0).max(2_147_483_647)
const lifetime = milliseconds.min(1)

const options = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  host: z.string().min(1).default('127.0.0.1'),
  style: z.enum(styleNames).default('streamed'),
  'step-ms': milliseconds.default(0),
  template: z.string().min(1).optional(),
  'idle-exit': lifetime.default(halfAnHour),
  'parent-exit': lifetime.optional()
})

/** What the command line asks for, or what is wrong with it. */
export type Arguments =
  | {
      ok: true
      options: {
        port: number
        host: string
        defaultStyle: z.infer<typeof options>['style']
        stepMs: number
        template?: QueryTemplate
        idleExitMs: number
        orphanExitMs: number
      }
    }
  | { ok: false; message: string }

/** Reads the command line of the emulator's process. */
export function readArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: Object.fromEntries(
        Object.keys(options.shape).map(name => [name, { type: 'string' as const }])
      )
    })
    const read = options.safeParse(values)
    if (!read.success) return { ok: false, message: z.prettifyError(read.error) }
    const { port, host, style, template: file } = read.data
    const template = file === undefined ? null : parseTemplate(readFileSync(file, 'utf8'), file)
    if (template !== null && !template.ok)
      return { ok: false, message: template.problems.join('\n') }
    return {
      ok: true,
      options: {
        port,
        host,
        defaultStyle: style,
        stepMs: read.data['step-ms'],
        ...(template === null ? {} : { template: template.template }),
        idleExitMs: read.data['idle-exit'],
        orphanExitMs: read.data['parent-exit'] ?? read.data['idle-exit']
      }
    }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
