import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ServerEnv } from '../environment.ts'
import { PAGE_POLICY } from '../static/page-policy.ts'
import type { PageFile, Pages } from '../static/read-pages.ts'

/** Names under `/assets` carry a hash of their content: they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Serves the web app: its one page under every address a person can have, its files by their names.
 */
export function pageRoutes(app: OpenAPIHono<ServerEnv>, pages: Pages): void {
  for (const [path, file] of pages) {
    if (path === '/index.html') continue
    const cache = path.startsWith('/assets/') ? FOR_EVER : 'no-cache'
    app.get(path, context => answer(context, file, { 'cache-control': cache }))
  }
  const page = pages.get('/index.html')
  if (page === undefined) return
  const headers = { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' }
  for (const path of ['/', '/c/:id']) app.get(path, context => answer(context, page, headers))
}

function answer(
  context: Context<ServerEnv>,
  { body, compressed, contentType }: PageFile,
  headers: Readonly<Record<string, string>>
): Response {
  const packed = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '') ? compressed : null
  return new Response(packed ?? body, {
    headers: {
      ...headers,
      'content-type': contentType,
      vary: 'accept-encoding',
      ...(packed === null ? {} : { 'content-encoding': 'gzip' })
    }
  })
}
