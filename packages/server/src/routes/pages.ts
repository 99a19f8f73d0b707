import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ServerEnv } from '../environment.ts'
import { PAGE_POLICY } from '../static/page-policy.ts'
import type { PageFile, Pages } from '../static/read-pages.ts'

/** Names under `/assets` carry a hash of their content: they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The pages, and every address a person can have of them. */
const ADDRESSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['/index.html', ['/', '/c/:id']],
  ['/playground.html', ['/playground']]
])

/** Serves the web app: its pages under their addresses, its files by their names. */
export function pageRoutes(app: OpenAPIHono<ServerEnv>, pages: Pages): void {
  for (const [path, file] of pages) {
    if (ADDRESSES.has(path)) continue
    const cache = path.startsWith('/assets/') ? FOR_EVER : 'no-cache'
    app.get(path, context => answer(context, file, { 'cache-control': cache }))
  }
  const headers = { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' }
  for (const [name, addresses] of ADDRESSES) {
    const page = pages.get(name)
    if (page === undefined) continue
    for (const path of addresses) app.get(path, context => answer(context, page, headers))
  }
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
