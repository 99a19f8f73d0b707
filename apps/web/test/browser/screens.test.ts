import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from './support/browser.ts'
import { type House, openHouse } from './support/house.ts'
import { states } from './support/states.ts'

const folder = fileURLToPath(new URL('../../../../test-results/screens/', import.meta.url))
const widths = [320, 768, 1280] as const

let house: House
let browser: Browser
beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

describe('[W1.5] pictures to look at', () => {
  const pictured = states.filter(({ picture }) => picture)
  it.each(pictured)('$name', async ({ name, reach }) => {
    const { page, context } = await visit(browser, house.url)
    await reach(page, house)
    for (const width of widths) {
      await page.setViewportSize({
        width,
        height: width === 320 ? 640 : width === 768 ? 1024 : 860
      })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.evaluate(() => document.fonts.ready)
        await page.waitForTimeout(120)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(width)
        await page.screenshot({ path: `${folder}${name}-${width}-${theme}.png` })
      }
    }
    await context.close()
  })
})
