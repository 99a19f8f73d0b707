import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const program =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync) ??
  'chromium'

/** Debian's Chromium, silent towards the rest of the world. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ]
  })

export type Visit = {
  context: BrowserContext
  page: Page
  /** Requests that left the origin, console errors and everything the page complained about. */
  complaints: () => string[]
}

export type VisitOptions = {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
}

/** A fresh browser profile on the house, which notes whatever should not happen. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1280, height = 900, dark = false, touch = false }: VisitOptions = {}
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    reducedMotion: 'reduce',
    locale: 'en-GB'
  })
  const page = await context.newPage()
  const complaints = watch(page, url)
  return { context, page, complaints }
}

/** Notes requests to elsewhere, errors and violations of the policy. */
export function watch(page: Page, url: string): () => string[] {
  const notes: string[] = []
  page.on('request', request => {
    const address = request.url()
    if (!address.startsWith(url) && !address.startsWith('blob:')) notes.push(`left: ${address}`)
  })
  page.on('pageerror', error => notes.push(`error: ${error.message}`))
  page.on('console', message => {
    // A refused connection is what the tests of a dead server make.
    if (message.type() === 'error' && !/net::ERR_|status of \d{3}/.test(message.text())) {
      notes.push(`console: ${message.text()}`)
    }
  })
  return () => notes
}
