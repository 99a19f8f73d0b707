import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examples } from '../../src/playground/examples.ts'
import { openBrowser, type Visit, type VisitOptions, visit } from './support/browser.ts'
import { hostileMarkdown } from './support/hostile.ts'
import { type House, openHouse } from './support/house.ts'

const folder = fileURLToPath(new URL('../../../../test-results/screens/', import.meta.url))

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

/** The playground, on a server that answers nothing but files. */
async function open(options: VisitOptions = {}, fragment = ''): Promise<Visit> {
  const visited = await visit(browser, house.url, options)
  await visited.context.route('**/api/**', route => route.abort())
  await visited.page.goto(`${house.url}/playground${fragment}`)
  await outcome(visited.page).waitFor()
  return visited
}

const reply = (page: Page): Locator => page.getByLabel('Reply', { exact: true })
const schema = (page: Page): Locator => page.getByLabel('JSON Schema')
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Characters arrived' })
const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd')
const outcome = (page: Page): Locator => fact(page, 'Outcome')
const shownText = (page: Page): Promise<string | null> => page.locator('[data-text]').textContent()
const json = async (page: Page): Promise<unknown> =>
  JSON.parse((await page.locator('[data-json]').textContent()) ?? '')
const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Example').selectOption({ label: name })
  const text = examples.find(example => example.name === name)?.case.text
  await expect.poll(() => shownText(page)).toBe(text)
}

const violations = async (page: Page): Promise<string[]> => {
  const found = await new AxeBuilder({ page }).analyze()
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

describe('[W4] every example', () => {
  it.each(examples)('shows a result, cleanly and at every width: $name', async ({ name }) => {
    const { page, context, complaints } = await open()
    await choose(page, name)
    await page.locator('[data-moment], [data-no-moment]').waitFor()
    expect(await outcome(page).textContent()).toMatch(/^(Structured|Passthrough|Parse error)$/)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: width === 320 ? 640 : 860 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(() => document.fonts.ready)
        expect(await violations(page)).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(width)
        const file = `playground ${name}-${width}-${colorScheme}.png`
        await page.screenshot({ path: `${folder}${file.replaceAll(' ', '-')}`, fullPage: true })
      }
    }
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('that is hurt is noticed by axe (control)', async () => {
    const { page, context } = await open()
    await page.evaluate(() => {
      for (const label of document.querySelectorAll('label')) label.remove()
    })
    expect(await violations(page)).not.toEqual([])
    await context.close()
  })
})

describe('[W4] what was read', () => {
  it('is the data, its place, and each repair with a way to it', async () => {
    const { page, context } = await open()
    expect(await json(page)).toEqual({
      destination: 'Lisbon',
      departure: '2026-12-01',
      travellers: 2
    })
    expect(await fact(page, 'Confidence').textContent()).toBe('high')
    const rows = page.getByRole('region', { name: 'Repairs' }).getByRole('row')
    const words = rows.filter({ hasText: 'number_from_words' })
    expect(await words.getByRole('cell').nth(2).textContent()).toBe('"two"')
    expect(await words.getByRole('cell').nth(3).textContent()).toBe('2')
    await words.getByRole('button').focus()
    await page.keyboard.press('Enter')
    const current = page.locator('[data-begins]')
    expect(await current.textContent()).toContain('two')
    await page.getByRole('button', { name: 'Show destination' }).click()
    await expect.poll(() => current.textContent()).toBe('"Lisbon"')
    await context.close()
  })

  it('is shown to the character, whatever a text holds', async () => {
    const { page, context, complaints } = await open()
    await page.evaluate(() => {
      Object.assign(window, { fired: () => Object.assign(document, { fired: true }) })
    })
    const hostile = `${hostileMarkdown.join('\n')}\n\u202e\u0000\u200b{"a": "<img src=x onerror=fired()>"}`
    await schema(page).fill('')
    await reply(page).fill(hostile)
    const typed = await reply(page).inputValue()
    await expect.poll(() => shownText(page)).toBe(typed)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => 'fired' in document)).toBe(false)
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('stays when the schema cannot be read, which is said with its place', async () => {
    const { page, context } = await open()
    await schema(page).fill('{\n  "type": "object",\n}')
    await page.getByText('line 3, column 1 needs a name in double quotes').waitFor()
    expect(await schema(page).getAttribute('aria-invalid')).toBe('true')
    expect(await json(page)).toMatchObject({ travellers: 2 })
    expect(await violations(page)).toEqual([])
    await page.screenshot({ path: `${folder}playground-broken-schema-1280.png` })
    await reply(page).fill('{"destination": "Rome", "departure": "2027-05-03", "travellers": "3"}')
    await expect.poll(() => json(page)).toMatchObject({ destination: 'Rome', travellers: 3 })
    await schema(page).fill('{"type": "object"}')
    await expect.poll(() => json(page)).toMatchObject({ travellers: '3' })
    expect(await schema(page).getAttribute('aria-invalid')).toBe('false')
    await context.close()
  })

  it('follows mode, pick and strict', async () => {
    const { page, context } = await open()
    await choose(page, 'Two answers that both fit')
    await page.getByLabel('Pick').selectOption('first')
    await expect.poll(() => json(page)).toEqual({ city: 'Graz', nights: 2 })
    await page.getByLabel('Pick').selectOption('only')
    await expect.poll(() => outcome(page).textContent()).toBe('Parse error')
    await page.getByLabel('Pick').selectOption('best')
    await expect.poll(() => json(page)).toEqual({ city: 'Linz', nights: 3 })
    await page.getByLabel('Strict').check()
    await expect.poll(() => outcome(page).textContent()).toBe('Parse error')
    await context.close()
  })
})

describe('[W4] while it streams', () => {
  it('the slider replays the text by keyboard', async () => {
    const { page, context } = await open()
    await choose(page, 'Two answers that both fit')
    const { text } = examples.find(({ name }) => name === 'Two answers that both fit')?.case ?? {
      text: ''
    }
    const soFar = (): Promise<unknown> =>
      page
        .getByRole('region', { name: 'Data so far' })
        .textContent()
        .then(found => JSON.parse(found ?? ''))
    await slider(page).focus()
    await page.keyboard.press('Home')
    await page.getByText('No data yet.').waitFor()
    const arrived = text.indexOf('az"')
    for (let press = 0; press < arrived; press++) await page.keyboard.press('ArrowRight')
    await expect.poll(soFar).toEqual({ city: 'Gr' })
    const pending = page.getByRole('row').filter({ hasText: 'pending' })
    expect(await pending.last().textContent()).toBe('pendingcity"Gr"')
    await page.getByText('A better candidate begins at').getByRole('button').click()
    await page.getByText('what was shown before is void').waitFor()
    await slider(page).focus()
    await page.keyboard.press('End')
    await expect.poll(soFar).toEqual({ city: 'Linz', nights: 3 })
    expect(await pending.count()).toBe(0)
    await context.close()
  })
})

describe('[W4] the link', () => {
  it('carries the case to another browser, and nothing of it to the server', async () => {
    const { page, context } = await open()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, 'European numbers and words')
    await reply(page).fill(
      '{"price": "9,50 €", "quantity": 1, "express": "no", "priority": "hoch"}'
    )
    await page.getByLabel('Pick').selectOption('last')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(page.url())
    await context.close()

    const other = await visit(browser, house.url)
    const asked: string[] = []
    other.page.on('request', request => asked.push(request.url()))
    await other.page.goto(link)
    await expect
      .poll(() => json(other.page))
      .toEqual({
        price: 9.5,
        quantity: 1,
        express: false,
        priority: 'HOCH'
      })
    expect(await other.page.getByLabel('Pick').inputValue()).toBe('last')
    expect(asked.every(address => new URL(address).search === '')).toBe(true)
    expect(asked.filter(address => address.includes('/api/'))).toEqual([])
    await reply(other.page).fill('changed')
    expect(await other.page.evaluate(() => location.hash)).toBe('')
    await other.context.close()
  })

  it.each(['#nonsense', '#1.AAAA', '#1.%00'])('that is broken says so: %s', async fragment => {
    const { page, context, complaints } = await open({}, fragment)
    await page.getByRole('alert').getByText('cut short').waitFor()
    expect(await json(page)).toMatchObject({ destination: 'Lisbon' })
    expect(await violations(page)).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('that would be too long is not made, and says so', async () => {
    const { page, context } = await open()
    const noise = Array.from({ length: 20_000 }, (_, at) => (at * 7919 * 104_729).toString(36))
    await reply(page).fill(noise.join(''))
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Too long for a link').waitFor()
    expect(await page.evaluate(() => location.hash)).toBe('')
    await context.close()
  })
})

describe('[W4] without a server', () => {
  it('it goes on reading', async () => {
    const { page, context, complaints } = await open()
    await context.setOffline(true)
    await choose(page, 'Quotes nobody escaped')
    await expect.poll(() => json(page)).toMatchObject({ title: 'The "Blue" Hour' })
    await slider(page).focus()
    await page.keyboard.press('Home')
    await page.getByText('No data yet.').waitFor()
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('has the headers of the chat', async () => {
    const [chat, playground] = await Promise.all(
      ['/', '/playground'].map(path => fetch(house.url + path))
    )
    const headers = (answer: Response | undefined): [string, string][] =>
      [...(answer?.headers ?? [])].filter(
        ([name]) => !/^(date|x-request-id|content-length)$/.test(name)
      )
    expect(playground?.status).toBe(200)
    expect(headers(playground)).toEqual(headers(chat))
  })
})

describe('[W4] a megabyte', () => {
  it('is read while the page stays at hand', async () => {
    const { page, context, complaints } = await open()
    const item = '{name: "Ada "the first" Lovelace", born: 1815,}'
    const text = `Here:\n[${Array(21_000).fill(item).join(',\n')}]\n`
    await schema(page).fill('')
    await page.evaluate(() => {
      const long: number[] = []
      Object.assign(window, { long })
      new PerformanceObserver(list => {
        for (const { duration } of list.getEntries()) long.push(duration)
      }).observe({ type: 'longtask' })
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(whole => navigator.clipboard.writeText(whole), text)
    await reply(page).selectText()
    const longTasks = (): Promise<number[]> =>
      page.evaluate(() => (window as unknown as { long: number[] }).long.splice(0))
    const started = performance.now()
    await page.keyboard.press('Control+V')
    await expect.poll(() => fact(page, 'Size').textContent(), { timeout: 30_000 }).toContain('1,0')
    await page.locator(`[data-moment]`).waitFor()
    const took = performance.now() - started
    expect(await shownText(page)).toBe(text)
    const paste: number[] = await page.evaluate(() =>
      (window as unknown as { long: number[] }).long.splice(0)
    )
    await reply(page).focus()
    await page.keyboard.type('xyz')
    await page.waitForTimeout(1_500)
    const typing = await longTasks()
    await slider(page).focus()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    await page.waitForTimeout(1_000)
    const slide = await page.evaluate(() =>
      (window as unknown as { long: number[] }).long.splice(0)
    )
    console.log(
      `1 MB: shown after ${took.toFixed(0)} ms; longest task ${Math.max(0, ...paste).toFixed(0)} ms after pasting, ${Math.max(0, ...typing).toFixed(0)} ms while typing, ${Math.max(0, ...slide).toFixed(0)} ms at the slider`
    )
    expect(Math.max(0, ...slide)).toBeLessThan(300)
    expect(complaints()).toEqual([])
    await context.close()
  })
})

describe('[W4] forced colours', () => {
  it('keep every mark apart', async () => {
    const { page, context } = await open()
    await page.emulateMedia({ forcedColors: 'active' })
    const styles = await page.evaluate(() =>
      ['data', 'lossless', 'lossy', 'guess', 'other', 'packaging'].map(kind => {
        const mark = document.querySelector(`[data-marks~="data"]`)?.cloneNode() as HTMLElement
        mark.dataset.marks = kind
        document.querySelector('[data-text]')?.append(mark)
        const { textDecorationStyle, textDecorationLine, borderBlockStartStyle } =
          getComputedStyle(mark)
        mark.remove()
        return [textDecorationLine, textDecorationStyle, borderBlockStartStyle].join(' ')
      })
    )
    expect(new Set(styles).size).toBe(styles.length)
    await page.screenshot({ path: `${folder}playground-forced-colours-1280.png` })
    await context.close()
  })
})
