import { Hono } from 'hono'
import { z } from 'zod'
import { script } from './script/behaviour.ts'
import { version } from './version.ts'
import type { FarSide } from './wire/direct-to-engine.ts'
import { readBody } from './wire/read-body.ts'
import { refusal } from './wire/refusal.ts'

/** The routes under `/_emulator`, by which a test or a person directs the simulated agent. */
export function controlRoutes({ conversations, scripts, log }: FarSide): Hono {
  const routes = new Hono()
  routes.get('/health', context =>
    context.json({ product: 'turnwise-emulator', version, pid: process.pid })
  )
  routes.get('/log', context =>
    context.json({
      ...log.view(context.req.query('conversationId') ?? null),
      pending: scripts.pending
    })
  )
  routes.post('/script', async context => {
    // A page in a browser can post plain text to any port: only JSON, which it must ask for, counts.
    if (!/^application\/json\b/.test(context.req.header('content-type') ?? '')) {
      return refusal(415, 'A script is sent as application/json.')
    }
    const body = await readBody(context.req.raw)
    if (!body.ok) return refusal(body.status, body.message)
    const read = script.safeParse(body.json)
    if (!read.success)
      return refusal(400, `The script is not valid.\n${z.prettifyError(read.error)}`)
    scripts.add(read.data.turns)
    return context.json({ pending: scripts.pending })
  })
  routes.post('/reset', context => {
    conversations.clear()
    scripts.clear()
    log.clear()
    return context.json({ pending: 0 })
  })
  return routes
}
